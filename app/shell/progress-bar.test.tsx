import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { ProgressBar } from "./on-every-page.tsx";

it("shows the loader while a page loads", async () => {
  let arrive = () => {};
  const coming = new Promise<null>((resolve) => {
    arrive = () => resolve(null);
  });
  const router = createMemoryRouter([
    { path: "/", Component: ProgressBar },
    { path: "/invoices", Component: ProgressBar, loader: () => coming },
  ]);
  const shown = () => renderToStaticMarkup(<RouterProvider router={router} />);
  expect(shown()).toBe("");
  const going = router.navigate("/invoices");
  expect(shown()).toContain('role="progressbar" aria-label="Loading the page"');
  arrive();
  await going;
  expect(shown()).toBe("");
  router.dispose();
});
