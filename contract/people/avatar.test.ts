import { expect, test } from "vitest";
import { AVATAR_PLACEHOLDER, shownAvatar } from "./avatar.ts";

test("accepts uploaded pictures and replaces other paths by the placeholder", () => {
  const picture = "/assets/01890000-0000-7000-8000-000000000001";
  expect(shownAvatar(picture)).toBe(picture);
  for (const path of [
    "/auth/my-data",
    "/a.svg",
    "//evil.example/a.png",
    `${picture}/../x`,
    "",
    "javascript:1",
  ])
    expect(shownAvatar(path)).toBe(AVATAR_PLACEHOLDER);
});
