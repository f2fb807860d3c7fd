import { Hono } from "hono";
import { z } from "zod";
import { AT_HOST_STATES } from "../../contract/people/at-host.ts";
import { requireAction } from "../content/access.ts";
import type { Content } from "../content/content.ts";
import { PERSONAL } from "../content/request.ts";
import { describeRoute, inData } from "../request/api-description.ts";
import type { RequestEnv } from "../request/request.ts";
import { requirePerson, type WhoIs } from "../request/viewer.ts";
import type { Mirror } from "./mirror.ts";
import type { HostPeople } from "./people.ts";

const API = describeRoute({
  tag: "site",
  access: "account",
  summary: "Read the templates of the content host now",
  description:
    "For operators and tokens that may change templates, with CONTENT_HOST only: a flow of the host can call it.",
  query: {
    only: z
      .enum(["changed"])
      .describe("What changed since the last time, if the host says when; nothing is hidden then"),
  },
  response: inData(
    z.object({
      templates: z.int(),
      changed: z.int(),
      unpublished: z.int(),
      faulty: z.int().describe("Templates that can't be shown; `faults` lists up to 1,000 of them"),
      faults: z.array(z.object({ folder: z.string(), reason: z.string() })),
    }),
  ),
});

const AT_HOST = describeRoute({
  tag: "accounts",
  access: "session",
  summary: "Where your profile, saved templates and history are stored",
  description: "Null unless this site stores them at its content host (`CONTENT_PEOPLE`).",
  response: inData(
    z
      .object({
        state: z.enum(AT_HOST_STATES),
        host: z.string(),
        answers: z.boolean().describe("False: the host is down, and what is shown is the last copy"),
      })
      .nullable(),
  ),
});

export function atHostRoutes({ people, whoIs }: { people: HostPeople | undefined; whoIs: WhoIs }) {
  const app = new Hono<RequestEnv>();
  app.get("/site/content-host/me", AT_HOST, async (c) => {
    await requirePerson(whoIs, c.req.raw);
    const data = (await people?.stateOf(await whoIs(c.req.raw))) ?? null;
    return c.json({ data }, 200, PERSONAL);
  });
  return app;
}

export function hostRoutes({ mirror, content, whoIs }: { mirror: Mirror; content: Content; whoIs: WhoIs }) {
  const app = new Hono<RequestEnv>();
  app.post("/site/content-host/refresh", API, async (c) => {
    const viewer = await whoIs(c.req.raw);
    requireAction(viewer, "update", content.collection("templates"));
    return c.json({ data: await mirror.refresh(c.req.query("only") !== "changed") }, 200, PERSONAL);
  });
  return app;
}
