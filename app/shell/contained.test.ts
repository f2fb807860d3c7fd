import { expect, it } from "vitest";
import { Contained } from "./contained.tsx";

it("replaces a failing error page by a static one", () => {
  const boundary = new Contained({ children: "the error page", fallback: "the bare one" });
  expect(boundary.render()).toBe("the error page");
  boundary.state = Contained.getDerivedStateFromError();
  expect(boundary.render()).toBe("the bare one");
});
