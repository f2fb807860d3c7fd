import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import qs from "qs";

export type HostItem = Record<string, unknown> & { id: number | string };

/**
 * A small content backend with the shapes of a Directus: integer ids, items in memory, `{ data }` and `{ errors }`. It has only the
 * fields of the specification, and refuses others, as a Directus does.
 */
export type DirectusHost = {
  url: string;
  token: string;
  collections: Record<string, HostItem[]>;
  /** Every request so far, as "GET /items/templates". */
  requests: string[];
  /** Their queries. */
  queries: string[];
  /** Called before a request is answered. */
  beforeAnswer?: (path: string, query: URLSearchParams) => void;
  /** Bytes of pictures by file id. */
  pictures: Map<string, Buffer>;
  /** What the host does instead of answering; "refuse writes": it allows reading alone. */
  trouble: "none" | "down" | "html" | "odd" | "slow" | "refuse" | "refuse writes";
  stop(): Promise<void>;
};

const FIELDS: Record<string, string[]> = {
  templates: ["id", "type", "category", "url", "content", "template_name", "rating", "image"],
  user: ["id", "avatar", "name", "profession", "email", "phone_number", "bio", "photo"],
  saved_templates: ["id", "user_id", "template_id"],
  history: ["id", "user_id", "template_id"],
};
const FORBIDDEN = "You don't have permission to access this.";
const LIST = "template_id";

type Entry = { id: number; templates_id: number | string };

export async function startDirectusHost(
  given: Record<string, HostItem[]>,
  {
    fields = {},
    maxLimit = 1_000,
    sendsAll = false,
  }: { fields?: Record<string, string[]>; maxLimit?: number; sendsAll?: boolean } = {},
): Promise<DirectusHost> {
  const allowed: Record<string, string[]> = { ...FIELDS, ...fields };
  const token = "token-of-the-host-0123456789";
  let made = 1_000;
  const host: DirectusHost = {
    url: "",
    token,
    collections: given,
    requests: [],
    queries: [],
    pictures: new Map(),
    trouble: "none",
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error) =>
      send(response, 500, failure("INTERNAL_SERVER_ERROR", String(error))),
    );
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://host");
    const { method = "GET" } = request;
    host.requests.push(`${method} ${url.pathname}`);
    host.queries.push(decodeURIComponent(url.search));
    host.beforeAnswer?.(url.pathname, url.searchParams);
    if (host.trouble === "down") return void request.socket.destroy();
    if (host.trouble === "slow") return;
    if (host.trouble === "html") {
      response.writeHead(200, { "content-type": "text/html" });
      return void response.end("<h1>Maintenance</h1>");
    }
    if (host.trouble === "odd") return send(response, 200, { data: "none" });
    if (host.trouble === "refuse" || request.headers.authorization !== `Bearer ${token}`)
      return send(response, 401, failure("INVALID_CREDENTIALS", "Invalid user credentials."));
    const refuse = (message = FORBIDDEN) => send(response, 403, failure("FORBIDDEN", message));
    const [, area, name = "", id] = url.pathname.split("/");
    if (area === "assets") {
      const picture = host.pictures.get(name);
      if (!picture) return refuse();
      response.writeHead(200, { "content-type": "image/png" });
      return void response.end(picture);
    }
    if (method !== "GET" && host.trouble === "refuse writes") return refuse();
    const body = await readAll(request);
    if (area === "files" && method === "POST") {
      const form = await new Response(new Uint8Array(body), {
        headers: { "content-type": request.headers["content-type"] ?? "" },
      }).formData();
      const file = form.get("file") as File;
      const stored = `file-${++made}`;
      host.pictures.set(stored, Buffer.from(await file.arrayBuffer()));
      return send(response, 200, { data: { id: stored, title: form.get("title"), type: file.type } });
    }
    if (area === "files" && method === "DELETE") {
      if (!host.pictures.delete(name)) return refuse();
      response.writeHead(204);
      return void response.end();
    }
    const items = area === "items" ? host.collections[name] : undefined;
    if (!items) return refuse();
    if (method !== "GET") {
      const item = items.find((each) => String(each.id) === id);
      if (id && !item) return refuse();
      if (method === "DELETE") {
        items.splice(items.indexOf(item as HostItem), 1);
        response.writeHead(204);
        return void response.end();
      }
      const values = JSON.parse(body.toString()) as Record<string, unknown>;
      const unknown = Object.keys(values).find((field) => !allowed[name]?.includes(field));
      if (unknown) return refuse(noField(unknown, name));
      const changed = item ?? { id: ++made };
      if (!item) items.push(changed);
      const before = (changed[LIST] ?? []) as Entry[];
      Object.assign(changed, values);
      if (Array.isArray(values[LIST])) changed[LIST] = values[LIST].map((entry) => linked(entry, before));
      return send(response, 200, { data: changed });
    }
    const query = qs.parse(url.search.slice(1)) as Record<string, never>;
    const names = String(query.fields ?? "*").split(",");
    const unknown = names.find((each) => {
      const [field = ""] = each.split(".");
      return field !== "*" && allowed[name] && !allowed[name].includes(field);
    });
    if (unknown) return refuse(noField(unknown, name));
    const limit = Math.min(Number(query.limit ?? 100), maxLimit);
    const from = (Number(query.page ?? 1) - 1) * limit;
    const filter = Object.entries(readFilter(query.filter));
    const matches = (item: HostItem) =>
      filter.every(([field, rules]) =>
        Object.entries(rules).every(([rule, value]) => {
          if (Array.isArray(value)) return value.includes(item[field]);
          return rule === "_gte" ? String(item[field] ?? "") >= value : String(item[field]) === value;
        }),
      );
    const filtered = filter.length > 0 ? items.filter(matches) : items;
    const sorted = query.sort === "-id" ? filtered.toSorted((a, b) => Number(b.id) - Number(a.id)) : filtered;
    const found = sorted.slice(from, from + limit);
    send(response, 200, { data: found.map((item) => shape(item, names)) });
  }

  /** An entry of a list of templates, which has an id of its own. */
  function linked(entry: Partial<Entry>, before: readonly Entry[]): Entry {
    const known = before.find(({ id }) => id === entry.id);
    return { id: known?.id ?? ++made, templates_id: entry.templates_id ?? known?.templates_id ?? 0 };
  }

  function shape(item: HostItem, names: readonly string[]): Record<string, unknown> {
    const shaped: Record<string, unknown> = names.includes("*") || sendsAll ? { ...item } : {};
    for (const each of names) if (each !== "*" && !each.includes(".")) shaped[each] = item[each] ?? null;
    if (!Array.isArray(item[LIST])) return shaped;
    const entries = item[LIST] as Entry[];
    const inner = names
      .filter((each) => each.startsWith(`${LIST}.`))
      .map((each) => each.slice(LIST.length + 1));
    if (inner.includes("*")) shaped[LIST] = entries;
    else if (inner.length > 0)
      shaped[LIST] = entries.map(({ templates_id }) => {
        const template = host.collections.templates?.find(({ id }) => id === templates_id);
        const asked = inner.map((each) => each.replace("templates_id.", ""));
        return { templates_id: template && Object.fromEntries(asked.map((each) => [each, template[each]])) };
      });
    else if (shaped[LIST]) shaped[LIST] = entries.map(({ id }) => id);
    return shaped;
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  host.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return host;
}

/** Also as JSON, as a Directus reads it. */
const readFilter = (given: unknown) =>
  (typeof given === "string" ? JSON.parse(given) : (given ?? {})) as Record<
    string,
    Record<string, string | unknown[]>
  >;

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(body));
}

const noField = (field: string, collection: string) =>
  `You don't have permission to access field "${field}" in collection "${collection}" or it does not exist. Queried in root.`;
const failure = (code: string, message: string) => ({ errors: [{ message, extensions: { code } }] });
