import { Hono } from "hono";
import { pino } from "pino";
import { expect, it } from "vitest";
import { answerCrawlersPlainly, answerThrown } from "./error-response.ts";
import type { RequestEnv } from "./request.ts";

const ask = (path: string, agent: string) => {
  const app = new Hono<RequestEnv>();
  app.onError(answerThrown);
  app.use(async (c, next) => {
    c.set("log", pino({ level: "silent" }));
    await next();
  });
  app.use(answerCrawlersPlainly);
  app.all("*", () => {
    throw new Error("a mistake of ours");
  });
  return app.request(path, { headers: { "user-agent": agent } });
};

it("renders errors as text, page or JSON by client", async () => {
  const crawler = await ask("/invoices", "Googlebot/2.1 (+http://www.google.com/bot.html)");
  expect([crawler.status, crawler.headers.get("content-type"), await crawler.text()]).toEqual([
    500,
    "text/plain; charset=utf-8",
    "500 Something went wrong on our side. Please try again in a moment.\n",
  ]);
  expect(crawler.headers.get("content-security-policy")).toBeNull();
  const person = await ask(
    "/invoices",
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  );
  expect(await person.text()).toContain("Internal Server Error");
  const program = await ask("/items/templates", "Googlebot/2.1 (+http://www.google.com/bot.html)");
  expect(program.headers.get("content-type")).toContain("application/json");
});
