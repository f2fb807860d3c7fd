import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "../../app/routes.ts";
import { DASHBOARD_ROUTES, PUBLIC_ROUTES, STUDIO_ROUTES } from "../support/page-paths.ts";

/** Routes that answer with data or redirect, and so have no text of the interface. */
const WITHOUT_PAGE = [
  ...[
    "/:templates/:slug/use/data",
    "/template-versions/:version/fields",
    "/robots.txt",
    "/sitemap.xml",
    "/feed.xml",
  ],
  ...["/manifest.webmanifest", "/dashboard/messages", "/dashboard/people", "/dashboard/log"],
];

function pathsOf({ path, index, children }: RouteConfigEntry): string[] {
  if (children) return children.flatMap(pathsOf);
  if (index) return ["/"];
  const optional = /\/:\w+\?$/;
  const whole = `/${path}`;
  return optional.test(whole) ? [whole.replace(optional, ""), whole.slice(0, -1)] : [whole];
}

test("the tests of languages open every route", () => {
  const tested = [...PUBLIC_ROUTES, ...DASHBOARD_ROUTES, ...STUDIO_ROUTES, ...WITHOUT_PAGE];
  expect(routes.flatMap(pathsOf).toSorted()).toEqual(tested.toSorted());
});
