import { expect, it } from "vitest";
import { nextTrail } from "./origin.ts";

const at = (address: string, key = address) => ({ address, pathname: address.split("?")[0] ?? "", key });
const begin = { ...at("/dashboard/documents?q=bill"), origin: undefined, steps: 0 };

it("the way back is the page before, as it was left", () => {
  expect(nextTrail(begin, at("/invoices/quarto/use?document=1"))).toMatchObject({
    origin: "/dashboard/documents?q=bill",
    steps: 1,
  });
});

it("another draft of the same template, or signing in, leaves it where it was, further back", () => {
  const editor = nextTrail(begin, at("/invoices/quarto/use?document=1"));
  const fresh = nextTrail(editor, at("/invoices/quarto/use"));
  expect(fresh).toMatchObject({ origin: "/dashboard/documents?q=bill", steps: 2 });
  const signIn = nextTrail({ ...begin, origin: "/invoices" }, at("/login?next=x"));
  expect(nextTrail(signIn, at("/invoices/quarto/use")).steps).toBe(2);
});
