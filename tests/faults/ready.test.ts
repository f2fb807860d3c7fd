import { afterEach, expect, test } from "vitest";
import { healthRoutes } from "../../server/http/health.ts";
import { createRendering, type Rendering } from "../../server/rendering/rendering.ts";
import { quietLog } from "../support/databases.ts";
import { createStandInChildren, type StandInChildren } from "../support/stand-in-children.ts";

let rendering: Rendering;
afterEach(() => rendering.close());

function open(children: StandInChildren, processes = 1) {
  const settings = { processes, queue: 5, deadlineMs: 20_000, kitDir: "library/kit" };
  rendering = createRendering({ settings, log: quietLog, spawn: children.spawn });
  const app = healthRoutes({ checks: { rendering: async () => rendering.health() } });
  return async () => {
    const answer = await app.request("/ready");
    return { code: answer.status, ...(await answer.json()) };
  };
}
const render = () => rendering.renderPages({ source: "x" });

test("/ready is 503 while no render process runs and 200 afterwards", async () => {
  const children = createStandInChildren();
  const ready = open(children);
  expect(await ready()).toMatchObject({ code: 503, checks: { rendering: "failing" } });
  await expect.poll(ready).toMatchObject({ code: 200, checks: { rendering: "ok" } });

  children.start = "never";
  children.killAll();
  await expect.poll(ready).toMatchObject({
    code: 503,
    details: { rendering: expect.stringMatching(/^0 of 1 processes can make pages/) },
  });
  children.start = "well";
  await expect.poll(ready).toMatchObject({
    code: 200,
    details: { rendering: expect.stringMatching(/^1 of 1 processes can make pages\. They have/) },
  });
  expect((await render()).pages).toHaveLength(1);
});

test("a failed start recovers once fixed and reveals nothing", async () => {
  const children = createStandInChildren();
  children.start = "never";
  const ready = open(children);
  const refused = await render().catch((error) => error);
  expect(refused).toMatchObject({ status: 503, code: "SERVICE_UNAVAILABLE" });
  expect(JSON.stringify(refused.toBody())).not.toMatch(/\/srv|child\.ts|Cannot find/);
  await expect(rendering.fonts()).rejects.toMatchObject({ status: 503 });
  expect((await ready()).code).toBe(503);
  children.start = "well";
  await expect.poll(ready).toMatchObject({ code: 200 });
  expect((await render()).pages).toHaveLength(1);
  expect(await rendering.fonts()).toBeDefined();
});
