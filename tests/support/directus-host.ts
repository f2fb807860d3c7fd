import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import qs from "qs";
import {
  forbidden,
  invalidPayload,
  invalidQuery,
  missingValue,
  noAction,
  noCollection,
  noField,
  noReference,
  Refusal,
} from "./directus-refusals.ts";

export type HostItem = Record<string, unknown> & { id: number | string };

/**
 * A small content backend with the shapes of a Directus: integer ids, items in memory, `{ data }` and `{ errors }`. It has only the
 * fields of the specification, and refuses others, as a Directus does. tests/api/directus-host.test.ts compares it with one.
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
  history: ["id", "user_id", "date_created", "template_id"],
};
const REQUIRED: Record<string, string> = { templates: "template_name" };
/** What a field refers to. Entries of lists are items with an id of their own. */
const RELATIONS: Record<string, Record<string, string>> = {
  user: { photo: "directus_files" },
  saved_templates: { template_id: "saved_templates_templates" },
  history: { template_id: "history_templates" },
  saved_templates_templates: { templates_id: "templates" },
  history_templates: { templates_id: "templates" },
};
const LIST = "template_id";
/** What programs without a token may read. */
const PUBLIC = ["templates", "saved_templates"];
/** Of a file. */
const WITHOUT_VALUE =
  "folder modified_by charset width height duration embed description location tags metadata focal_point_x focal_point_y tus_id tus_data";

const RULES: Record<string, (value: unknown, given: unknown) => boolean> = {
  _eq: (value, given) => String(value) === String(given),
  _in: (value, given) => Array.isArray(given) && given.includes(value),
  _gte: (value, given) => String(value ?? "") >= String(given),
  _null: (value) => (value ?? null) === null,
};

type Entry = { id: number; templates_id: number | string | null };
type Fields = Record<string, unknown>;

export async function startDirectusHost(
  given: Record<string, HostItem[]>,
  {
    fields = {},
    maxLimit = 1_000,
    sendsAll = false,
  }: { fields?: Record<string, string[]>; maxLimit?: number; sendsAll?: boolean } = {},
): Promise<DirectusHost> {
  const allowed: Record<string, string[]> = { ...FIELDS, ...fields };
  for (const parent of ["saved_templates", "history"])
    allowed[`${parent}_templates`] = ["id", `${parent}_id`, "templates_id"];
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
  const files = new Map<string, Fields>();
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      const refusal =
        error instanceof Refusal ? error : new Refusal(500, "INTERNAL_SERVER_ERROR", String(error));
      send(response, refusal.status, refusal.body);
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://host");
    const { method = "GET", headers } = request;
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
    const { authorization } = headers;
    if (host.trouble === "refuse" || (authorization && authorization !== `Bearer ${token}`))
      throw new Refusal(401, "INVALID_CREDENTIALS", "Invalid user credentials.");
    const [, area = "", name = "", id] = url.pathname.split("/");
    if (area === "assets") {
      const picture = host.pictures.get(name);
      if (!picture) throw forbidden();
      response.writeHead(200, { "content-type": "image/png" });
      return void response.end(picture);
    }
    const action = { GET: "read", POST: "create", PATCH: "update", DELETE: "delete" }[method];
    if (!["files", "items"].includes(area) || !action || (action === "create" && id))
      throw new Refusal(404, "ROUTE_NOT_FOUND", `Route ${url.pathname} doesn't exist.`, {
        path: url.pathname,
      });
    const collection = area === "files" ? "directus_files" : name;
    const isPublic = action === "read" && PUBLIC.includes(collection);
    if (!authorization && !isPublic) throw noCollection(collection);
    if (action !== "read" && host.trouble === "refuse writes") throw noAction(action, collection);
    const data = area === "files" ? await changeFiles(action, name, request) : await onItems();
    if (data !== undefined) return send(response, 200, { data });
    response.writeHead(204);
    response.end();

    async function onItems(): Promise<unknown> {
      if (name.startsWith("directus_")) throw forbidden();
      const items = host.collections[name];
      if (!items) throw noCollection(name);
      const query = qs.parse(url.search.slice(1)) as Record<string, string | undefined>;
      const paths = (query.fields || "*").split(",").map((path) => path.split("."));
      refuseUnknown(name, paths);
      const item = items.find((each) => String(each.id) === id);
      if (action === "delete") {
        if (item) items.splice(items.indexOf(item), 1);
        return undefined;
      }
      if (id && !item) throw forbidden();
      if (item && action === "read") return shape(name, item, paths);
      if (action === "read") return list(name, items, query).map((each) => shape(name, each, paths));
      return shape(name, change(name, items, item, await readJson(request)), paths);
    }
  }

  function list(name: string, items: HostItem[], query: Record<string, unknown>): HostItem[] {
    const filter = Object.entries(readFilter(query.filter)).flatMap(([field, given]) => {
      if (!hasField(name, field)) throw noField(field, name);
      const rules = typeof given === "string" ? { _eq: given } : given;
      return Object.entries(rules).map(([rule, value]) => ruleFor(field, rule, value));
    });
    const found = filter.length > 0 ? items.filter((item) => filter.every((fits) => fits(item))) : items;
    const limit = Number(query.limit ?? 100);
    const size = limit < 0 ? maxLimit : Math.min(limit, maxLimit);
    const from = (Math.max(1, Number(query.page ?? 1)) - 1) * size;
    return sorted(name, found, String(query.sort ?? "id")).slice(from, from + size);
  }

  /** Items are given in the order of their ids. */
  function sorted(name: string, items: HostItem[], sort: string): HostItem[] {
    const field = sort.replace("-", "");
    if (!hasField(name, field)) throw noField(field, name);
    if (sort === "id") return items;
    const compare = (a: HostItem, b: HostItem) =>
      field === "id" ? Number(a.id) - Number(b.id) : String(a[field]).localeCompare(String(b[field]));
    return items.toSorted((a, b) => (sort.startsWith("-") ? compare(b, a) : compare(a, b)));
  }

  function change(
    name: string,
    items: HostItem[],
    item: HostItem | undefined,
    { [LIST]: entries, ...values }: Fields,
  ): HostItem {
    const unknown = Object.keys(values).find((field) => !hasField(name, field));
    if (unknown) throw noField(unknown, name);
    const required = REQUIRED[name];
    if (required && !item && !values[required]) throw missingValue(required, values[required]);
    if (!item && items.some(({ id }) => id === values.id))
      throw new Refusal(
        400,
        "RECORD_NOT_UNIQUE",
        `Value "${values.id}" for field "id" in collection "${name}" has to be unique.`,
        { collection: name, field: "id", value: values.id },
      );
    if (values.photo && !host.pictures.has(String(values.photo))) throw noReference();
    const before = (item?.[LIST] ?? []) as Entry[];
    const linked = entries === undefined ? undefined : linkedEntries(items, before, entries);
    const isDated = !item && allowed[name]?.includes("date_created");
    const changed = item ?? { id: ++made, ...(isDated ? { date_created: new Date().toISOString() } : {}) };
    if (!item) items.push(changed);
    Object.assign(changed, values);
    if (!linked) return changed;
    // An entry is in one list.
    for (const each of items)
      if (each !== changed && each[LIST])
        each[LIST] = (each[LIST] as Entry[]).filter(({ id }) => !linked.some((entry) => entry.id === id));
    changed[LIST] = linked;
    return changed;
  }

  /** As a Directus reads a list: what is left out of it goes, an entry with an id is changed, one without is made. */
  function linkedEntries(items: HostItem[], before: Entry[], given: unknown): Entry[] {
    const known = items.flatMap((item) => (item[LIST] ?? []) as Entry[]);
    const linked = (entry: number | Partial<Entry>): Entry => {
      const { id, templates_id } = typeof entry === "number" ? { id: entry } : entry;
      const stored = known.find((each) => each.id === id);
      const template = templates_id === undefined ? (stored?.templates_id ?? null) : templates_id;
      if (template !== null && !itemOf("templates", template)) throw noReference();
      return { id: stored?.id ?? id ?? ++made, templates_id: template };
    };
    if (Array.isArray(given)) return given.map(linked);
    if (typeof given !== "object" || given === null)
      throw invalidPayload('Invalid one-to-many update structure: "value" must be of type object');
    const { create = [], delete: gone = [] } = given as { create?: Partial<Entry>[]; delete?: number[] };
    return [...before.filter(({ id }) => !gone.includes(id)), ...create.map(linked)];
  }

  async function changeFiles(action: string, name: string, request: IncomingMessage): Promise<unknown> {
    if (action === "delete") {
      if (!host.pictures.delete(name)) throw forbidden();
      return undefined;
    }
    const type = request.headers["content-type"] ?? "";
    const body = new Uint8Array(await readAll(request));
    if (!type.startsWith("multipart/")) throw invalidPayload('"type" is required');
    const form = await new Response(body, { headers: { "content-type": type } })
      .formData()
      .catch(() => new FormData()); // without a part
    const sent = [...form.values()].filter((value) => value instanceof File);
    if (sent.length === 0) throw invalidPayload("No files were included in the body");
    const stored: unknown[] = [];
    for (const file of sent) {
      const id = `file-${++made}`;
      host.pictures.set(id, Buffer.from(await file.arrayBuffer()));
      files.set(id, { filename_download: file.name, title: form.get("title") ?? file.name, type: file.type });
      stored.push(itemOf("directus_files", id));
    }
    return stored.length === 1 ? stored[0] : stored;
  }

  function itemOf(collection: string, id: unknown): HostItem | undefined {
    if (collection !== "directus_files")
      return host.collections[collection]?.find((item) => String(item.id) === String(id));
    const bytes = host.pictures.get(String(id));
    const now = new Date().toISOString();
    return (
      bytes && {
        id: String(id),
        storage: "local",
        filename_disk: `${id}.png`,
        filename_download: "picture.png",
        title: "Picture",
        type: "image/png",
        uploaded_by: "program",
        created_on: now,
        modified_on: now,
        uploaded_on: now,
        filesize: bytes.length,
        ...Object.fromEntries(WITHOUT_VALUE.split(" ").map((field) => [field, null])),
        ...files.get(String(id)),
      }
    );
  }

  const hasField = (collection: string, field: string) => allowed[collection]?.includes(field) ?? true;

  function refuseUnknown(collection: string, paths: string[][], place?: string): void {
    for (const [field = "", ...below] of paths) {
      if (field === "*") continue;
      if (!hasField(collection, field)) throw noField(field, collection, place);
      const other = RELATIONS[collection]?.[field];
      if (other && below.length > 0)
        refuseUnknown(other, [below], `"${place ? `${place.slice(1, -1)}.` : ""}${field}"`);
    }
  }

  /** The asked fields of an item. */
  function shape(collection: string, item: HostItem, paths: string[][]): Fields {
    const wanted = new Map<string, string[][]>();
    const want = (field: string, below: string[]) =>
      wanted.set(field, [...(wanted.get(field) ?? []), ...(below.length > 0 ? [below] : [])]);
    for (const [field = "", ...below] of paths)
      if (field === "*")
        for (const each of new Set([...(allowed[collection] ?? []), ...Object.keys(item)]))
          want(each, RELATIONS[collection]?.[each] ? below : []);
      else if (below.length === 0 || RELATIONS[collection]?.[field]) want(field, below);
    const shaped: Fields = sendsAll ? { ...item } : {};
    for (const [field, below] of wanted) shaped[field] = shapeField(collection, item, field, below);
    return shaped;
  }

  function shapeField(collection: string, item: HostItem, field: string, below: string[][]): unknown {
    const other = RELATIONS[collection]?.[field];
    if (field === LIST && other)
      return ((item[LIST] ?? []) as Entry[]).map((entry) =>
        below.length === 0 ? entry.id : shape(other, { ...entry, [`${collection}_id`]: item.id }, below),
      );
    const value = item[field] ?? null;
    if (!other || below.length === 0 || value === null) return value;
    const found = itemOf(other, value);
    return found ? shape(other, found, below) : null;
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  host.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return host;
}

function ruleFor(field: string, rule: string, given: unknown): (item: HostItem) => boolean {
  const fits = RULES[rule];
  if (!fits) throw invalidQuery(`"string" field type does not contain the "${rule}" filter operator`);
  if (given === "") throw invalidQuery(`You can't filter for an empty string in "${rule}"`);
  return (item) => fits(item[field], given);
}

/** Also as JSON, as a Directus reads it. */
const readFilter = (given: unknown) =>
  (typeof given === "string" ? JSON.parse(given) : (given ?? {})) as Record<string, string | Fields>;

async function readJson(request: IncomingMessage): Promise<Fields> {
  const text = (await readAll(request)).toString();
  if (!request.headers["content-type"]?.startsWith("application/json")) return {};
  try {
    const values: unknown = JSON.parse(text);
    if (typeof values === "object" && values !== null) return values as Fields;
  } catch {}
  throw invalidPayload("The body is not valid JSON");
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(body));
}
