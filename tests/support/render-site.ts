import { globSync, readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { basename, dirname, join } from "node:path";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { templateFile } from "../../contract/templates/template-file.ts";
import type { RenderTemplate } from "../../engine/input/render-template.ts";
import { createPictures, type Pictures } from "../../server/pictures/pictures.ts";
import { createRendering, type Rendering } from "../../server/rendering/rendering.ts";
import type { RecordExport } from "../../server/rendering/requests/exports.ts";
import { renderRoutes } from "../../server/rendering/requests/routes.ts";
import type { TemplateSource } from "../../server/rendering/requests/template-source.ts";
import type { RequestEnv } from "../../server/request/request.ts";
import { VISITOR, type WhoIs } from "../../server/request/viewer.ts";
import { quietLog } from "./databases.ts";
import { spawnReusedChild } from "./reused-render-processes.ts";
import type { StandInChildren } from "./stand-in-children.ts";

export const ID = "01890000-0000-7000-8000-000000000001";
const template: RenderTemplate = {
  id: ID,
  type: "invoices",
  slug: "plain",
  name: "Plain",
  singular: "Invoice",
  version: "v1",
  content: `#let mode = sys.inputs.mode
#let source = json(bytes(if mode == "sample" { sys.inputs.sample } else { sys.inputs.data }))
#let sample = json(bytes(sys.inputs.sample))
#let theme = json(bytes(sys.inputs.theme))
#set page(paper: theme.paper)
#set document(title: "Invoice " + source.at("number", default: ""))
#set text(font: "Inter", lang: theme.language)
#let field(name) = {
  let shown = source.at(name, default: sample.at(name, default: ""))
  if mode == "preview" { link("field:" + name, shown) } else { shown }
}
= Invoice #field("number")
#field("customer")`,
  fields: {
    type: "object",
    additionalProperties: false,
    required: ["number"],
    properties: {
      number: { type: "string", maxLength: 40, title: "Number" },
      customer: { type: "string" },
      issued: { type: "string", format: "date" },
    },
  },
  sample: { number: "2026-001", customer: "Solberg Kunsthall" },
  samples: { he: { number: "2026-001", customer: "Beit Solberg" } },
  title: "Invoice {number}",
  page: { papers: ["a4", "us-letter"], orientation: "portrait" },
  theme: { accent: "#1f4fd8" },
};
export const broken: RenderTemplate = {
  ...template,
  id: ID.replace(/1$/, "2"),
  slug: "broken",
  content: "\n#nope",
};
export const listed: RenderTemplate = {
  ...template,
  id: ID.replace(/1$/, "4"),
  slug: "listed",
  content: `#let data = json(bytes(sys.inputs.data))
#set document(title: "List")
#for (place, task) in data.tasks.enumerate() [
  #link("field:tasks." + str(place), if type(task) == str { task } else [not yet]) \
]`,
  fields: {
    type: "object",
    additionalProperties: false,
    properties: { tasks: { type: "array", items: { type: "string", pattern: "^[a-z]+$" } } },
  },
  sample: {},
};
/** A card with a front and a back, and the same as a poster. */
export const card: RenderTemplate = {
  ...template,
  id: ID.replace(/1$/, "5"),
  type: "business-cards",
  slug: "card",
  content: `#let data = json(bytes(sys.inputs.data))
#set document(title: "Card")
#set page(width: 85mm, height: 55mm, margin: 5mm)
#set text(font: "Inter", lang: "en")
= #data.number
#link("https://ferrywatch.example")[Ferrywatch]
#pagebreak()
The back`,
  page: { width: 85, height: 55 },
};
export const poster: RenderTemplate = {
  ...template,
  id: ID.replace(/1$/, "6"),
  type: "posters",
  slug: "poster",
};
function readLibrary(path: string): RenderTemplate {
  const { name, title, page, theme, fields, sample } = templateFile.parse(
    JSON.parse(readFileSync(path, "utf8")),
  );
  const slug = basename(dirname(path));
  const content = readFileSync(join(dirname(path), "template.typ"), "utf8");
  const [, type = ""] = path.split("/");
  return {
    ...template,
    id: slug,
    type,
    slug,
    name,
    title: title ?? null,
    page,
    theme,
    fields,
    sample,
    content,
  };
}
/** The library's invoice templates, by their slug as id. */
export const invoices = globSync("library/invoices/*/*/template.json").map(readLibrary);
/** A flyer, a business card and a poster that are drawn beyond their edges. */
const printed = globSync("library/{flyers,business-cards,posters}/*/{awning,arc,jumble}/template.json").map(
  readLibrary,
);
const shelf = [template, broken, listed, card, poster, ...invoices, ...printed];
const templates: TemplateSource = {
  find: async (id) => shelf.find((each) => each.id === id),
  findVersion: async () => undefined,
  findBySlug: async (type, slug) => shelf.find((each) => each.type === type && each.slug === slug),
};

type Served = { url: string; close(): void };

/** The render endpoints over HTTP, with the templates above and one render process or a stand-in. */
export type RenderSite = {
  url: string;
  rendering: Rendering;
  render(format: string, body: unknown, id?: string, url?: string, query?: string): Promise<Response>;
  /** The same, from another address or as a person. */
  renderAs(client: { address?: string; person?: string }, data: unknown, path?: string): Promise<Response>;
  /** Recorded exports: "ada 0189…". */
  exported: string[];
  /** The number of exported files. */
  countFiles(): number;
  askRows(rows: unknown[], id?: string, url?: string, more?: object): Promise<Response>;
  /** The same with a rate limit per address. */
  limit(rate: number): Promise<Served>;
  close(): Promise<void>;
};

type SiteOptions = { spawn?: StandInChildren["spawn"]; queue?: number };

export async function openRenderSite({ spawn, queue = 8 }: SiteOptions = {}): Promise<RenderSite> {
  const rendering = createRendering({
    settings: { processes: 1, queue, deadlineMs: 60_000, kitDir: "library/kit" },
    log: quietLog,
    spawn: spawn ?? spawnReusedChild,
  });
  const pictures = createPictures({ log: quietLog });
  const exported: string[] = [];
  let files = 0;
  const recordExport: RecordExport = async (viewer, id, _, made = 1) => {
    files += made;
    if (viewer.role !== "visitor") exported.push(`${viewer.userId} ${id}`);
  };
  const served = await open({ rendering, pictures, recordExport });
  await rendering.ready();
  return {
    url: served.url,
    rendering,
    render: (format, body, id = ID, url = served.url, query = "") =>
      post(`${url}/render/${id}.${format}${query}`, body),
    renderAs: ({ address = "", person = "" }, data, path = `${ID}.svg`) =>
      post(`${served.url}/render/${path}`, path.endsWith("rows") ? { rows: data } : { data }, {
        "test-address": address,
        "test-person": person,
      }),
    exported,
    countFiles: () => files,
    askRows: (rows, id = ID, url = served.url, more = {}) =>
      post(`${url}/render/${id}/rows`, { rows, theme: { paper: "us-letter" }, ...more }),
    limit: (rate) => open({ rendering, pictures, recordExport }, rate),
    async close() {
      served.close();
      await rendering.close();
      await pictures.close();
    },
  };
}

type Makers = { rendering: Rendering; pictures: Pictures; recordExport: RecordExport };

function open(makers: Makers, rate?: number): Promise<Served> {
  const app = new Hono<RequestEnv>();
  app.use(async (c, next) => {
    c.set("clientAddress", c.req.header("test-address") || "192.0.2.1");
    c.set("log", quietLog);
    await next();
  });
  app.route("/", renderRoutes({ ...makers, templates, whoIs, ...(rate ? { rate } : {}) }));
  app.notFound((c) => c.text("not found", 404));
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, (address: AddressInfo) =>
      resolve({ url: `http://127.0.0.1:${address.port}`, close: () => server.close() }),
    );
  });
}

const whoIs: WhoIs = async ({ headers }) => {
  const userId = headers.get("test-person");
  return userId ? { role: "person", userId, email: `${userId}@example.org`, sessionId: userId } : VISITOR;
};

function post(address: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}
