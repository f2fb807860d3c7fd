import { expect, it } from "vitest";
import { Contained } from "./contained.tsx";

it("an error page that fails itself is replaced by one that can't, instead of failing again", () => {
  const boundary = new Contained({ children: "the error page", fallback: "the bare one" });
  expect(boundary.render()).toBe("the error page");
  boundary.state = Contained.getDerivedStateFromError();
  expect(boundary.render()).toBe("the bare one");
});
