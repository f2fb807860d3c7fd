import { expect, it } from "vitest";
import { nextTrail } from "./origin.ts";

const at = (address: string, key = address) => ({ address, pathname: address.split("?")[0] ?? "", key });
const begin = { ...at("/dashboard/documents?q=bill"), origin: undefined, steps: 0 };

it("returns to the previous page as it was left", () => {
  expect(nextTrail(begin, at("/invoices/quarto/use?document=1"))).toMatchObject({
    origin: "/dashboard/documents?q=bill",
    steps: 1,
  });
});

it("skips other drafts and sign-in on the way back", () => {
  const editor = nextTrail(begin, at("/invoices/quarto/use?document=1"));
  const fresh = nextTrail(editor, at("/invoices/quarto/use"));
  expect(fresh).toMatchObject({ origin: "/dashboard/documents?q=bill", steps: 2 });
  const signIn = nextTrail({ ...begin, origin: "/invoices" }, at("/login?next=x"));
  expect(nextTrail(signIn, at("/invoices/quarto/use")).steps).toBe(2);
});
