import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import { anOperator } from "../support/operators.ts";
import { aPerson, postJson } from "../support/people.ts";
import { anExport, makeOld } from "../support/ratings.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, asOperator, OPERATOR_TOKEN } from "../support/shelf.ts";

/**
 * The access table of the product, written down a second time: "all" and "own" say which items are
 * accessible, "never" that none is. Every route, method and viewer is tried against it.
 */
type Reach = "all" | "own" | "never";
type Rights = { read: Reach; create: boolean; update: Reach; remove: Reach };
const NOTHING: Rights = { read: "never", create: false, update: "never", remove: "never" };
const READ: Rights = { ...NOTHING, read: "all" };
const OWN: Rights = { read: "own", create: true, update: "own", remove: "own" };
const MANAGE: Rights = { read: "all", create: true, update: "all", remove: "all" };

type Viewers = { visitor: Rights; person: Rights; operator: Rights; token: Rights };

const TABLE: Record<string, Viewers> = {
  templates: { visitor: READ, person: READ, operator: MANAGE, token: MANAGE },
  types: { visitor: READ, person: READ, operator: MANAGE, token: MANAGE },
  pages: { visitor: READ, person: READ, operator: MANAGE, token: READ },
  user: {
    visitor: NOTHING,
    person: { ...NOTHING, read: "own", update: "own" },
    operator: { ...NOTHING, read: "all" },
    token: NOTHING,
  },
  saved_templates: { visitor: NOTHING, person: OWN, operator: OWN, token: NOTHING },
  history: {
    visitor: NOTHING,
    person: { ...OWN, update: "never" },
    operator: { ...OWN, update: "never" },
    token: NOTHING,
  },
  documents: { visitor: NOTHING, person: OWN, operator: OWN, token: NOTHING },
  // An operator can only hide the comment of another person's rating.
  ratings: {
    visitor: READ,
    person: { read: "all", create: true, update: "own", remove: "own" },
    operator: { read: "all", create: true, update: "own", remove: "own" },
    token: READ,
  },
  exports: {
    visitor: NOTHING,
    person: { ...NOTHING, read: "own" },
    operator: { ...NOTHING, read: "own" },
    token: NOTHING,
  },
  contact_messages: {
    visitor: { ...NOTHING, create: true },
    person: { ...NOTHING, create: true },
    operator: MANAGE,
    token: NOTHING,
  },
};

/** The token is OPERATOR_TOKEN; the items belong to the owner, never to the operator. */
const VIEWERS = ["visitor", "owner", "other person", "operator", "token"] as const;
type ViewerName = (typeof VIEWERS)[number];

const ROWS = Object.keys(TABLE).flatMap((collection) => VIEWERS.map((viewer) => ({ collection, viewer })));

describeOnDatabases("access rules on $name", (database) => {
  let place: Place;
  let server: TestServer;
  const cookies: Record<string, string> = {};
  let items: Record<string, string>;
  let templates: string[];
  let ownerId: string;
  let photo: string;

  beforeAll(async () => {
    place = await database.place();
    server = await startServerHere({ environment: { ...place.environment, OPERATOR_TOKEN } });
    const call = server.visitor().fetch;
    templates = (await aShelf(call, { count: 6 })).map((each) => each.id);
    const owner = await aPerson(call);
    const other = await aPerson(call);
    cookies.owner = owner.cookie;
    cookies["other person"] = other.cookie;
    const operator = await anOperator(call, place);
    cookies.operator = operator.cookie;
    for (const person of [owner, other, operator]) await anExport(place, person, ...templates);
    await makeOld(place, owner);
    ownerId = owner.id;
    items = { user: owner.id, pages: "privacy" };
    for (const collection of ["templates", "types", "saved_templates", "history", "documents", "ratings"])
      items[collection] = await make(
        collection,
        collection === "templates" || collection === "types" ? "operator" : "owner",
      );
    items.contact_messages = await make("contact_messages", "visitor");
    items.exports = (await (await request("owner", "/items/exports", {})).json()).data[0].id;
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#fff" } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.set("file", new File([new Uint8Array(picture)], "me.png"));
    const answer = await fetch(`${server.url}/files`, {
      method: "POST",
      headers: identity("owner"),
      body: form,
    });
    photo = (await answer.json()).data.id;
  });

  afterAll(async () => {
    await server?.stop();
    await place?.remove();
  });

  describe.each(ROWS)("$viewer, $collection", ({ collection, viewer }) => {
    const role = viewer === "owner" || viewer === "other person" ? "person" : viewer;
    const rights = (TABLE[collection] as (typeof TABLE)[string])[role];
    const reaches = (reach: Reach) => reach === "all" || (reach === "own" && viewer === "owner");

    test.each(["GET", "SEARCH"])("%s the list", async (method) => {
      const answer = await request(viewer, `/items/${collection}`, {
        method,
        ...(method === "SEARCH" ? { json: { query: { limit: 1000 } } } : { query: "?limit=1000" }),
      });
      if (rights.read === "never") return expectRefusal(answer);
      expect(answer.status).toBe(200);
      const ids = ((await answer.json()).data as { id: string }[]).map((item) => item.id);
      expect(ids.includes(items[collection] as string)).toBe(reaches(rights.read));
    });

    test("counting reveals no more than reading", async () => {
      const answer = await request(viewer, `/items/${collection}`, {
        query: `?aggregate[count]=*&filter[id][_eq]=${items[collection]}`,
      });
      if (rights.read === "never") return expectRefusal(answer);
      expect((await answer.json()).data).toEqual([{ count: reaches(rights.read) ? 1 : 0 }]);
    });

    test("GET the item", async () => {
      const answer = await request(viewer, `/items/${collection}/${items[collection]}`, {});
      if (reaches(rights.read)) expect(answer.status).toBe(200);
      else await expectRefusal(answer);
    });

    test("POST", async () => {
      const answer = await request(viewer, `/items/${collection}`, {
        method: "POST",
        json: payload(collection, viewer),
      });
      if (rights.create) expect(answer.status, await answer.clone().text()).toBe(200);
      else await expectRefusal(answer);
    });

    test("PATCH the item", async () => {
      const before = await stored(collection);
      const answer = await request(viewer, `/items/${collection}/${items[collection]}`, {
        method: "PATCH",
        json: change(collection),
      });
      if (reaches(rights.update)) return expect(answer.status, await answer.clone().text()).toBe(200);
      await expectRefusal(answer);
      expect(await stored(collection)).toEqual(before);
    });

    test("PATCH several items", async () => {
      const before = await stored(collection);
      const answer = await request(viewer, `/items/${collection}`, {
        method: "PATCH",
        json: { keys: [items[collection]], data: change(collection) },
      });
      if (reaches(rights.update)) return expect(answer.status).toBe(200);
      await expectRefusal(answer);
      expect(await stored(collection)).toEqual(before);
    });

    test("DELETE the item", async () => {
      if (reaches(rights.remove)) {
        const id = await make(collection, viewer);
        const answer = await request(viewer, `/items/${collection}/${id}`, { method: "DELETE" });
        expect(answer.status).toBe(204);
        if (collection === "saved_templates") items.saved_templates = await make("saved_templates", "owner");
        return;
      }
      await expectRefusal(
        await request(viewer, `/items/${collection}/${items[collection]}`, { method: "DELETE" }),
      );
      expect(await stored(collection)).toBeDefined();
    });

    test("DELETE several items leaves other people's items", async () => {
      if (reaches(rights.remove)) return;
      const answer = await request(viewer, `/items/${collection}`, {
        method: "DELETE",
        json: [items[collection]],
      });
      expect([204, 403]).toContain(answer.status);
      expect(await stored(collection)).toBeDefined();
    });

    test.each(["PUT", "TRACE-LIKE"])("%s is not a method", async (method) => {
      const answer = await fetch(`${server.url}/items/${collection}`, { method, headers: identity(viewer) });
      expect([400, 404]).toContain(answer.status);
    });
  });

  test.each(VIEWERS)(
    "people, action log and settings are for operators with a session, %s",
    async (viewer) => {
      for (const path of [
        "/auth/people",
        "/auth/actions",
        "/auth/actions.csv",
        "/site/settings",
        "/site/figures",
      ]) {
        const answer = await request(viewer, path, {});
        if (viewer !== "operator") await expectRefusal(answer);
        else expect(answer.status, path).toBe(200);
      }
    },
  );

  test.each(VIEWERS)("files and assets, %s", async (viewer) => {
    const reads = viewer === "owner" || viewer === "operator";
    const record = await request(viewer, `/files/${photo}`, {});
    const asset = await request(viewer, `/assets/${photo}`, {});
    expect([record.status, asset.status]).toEqual(reads ? [200, 200] : [403, 403]);
    if (reads) expect(asset.headers.get("cache-control")).toBe("private, no-store");
    const list = await request(viewer, "/files", {});
    if (viewer === "visitor") await expectRefusal(list);
    else expect(((await list.json()).data as { id: string }[]).some((file) => file.id === photo)).toBe(reads);
    if (viewer !== "owner")
      await expectRefusal(await request(viewer, `/files/${photo}`, { method: "DELETE" }));
  });

  function identity(viewer: ViewerName): Record<string, string> {
    if (viewer === "token") return asOperator;
    return cookies[viewer] ? { cookie: cookies[viewer] } : {};
  }

  function request(
    viewer: ViewerName,
    path: string,
    { method = "GET", json, query = "" }: { method?: string; json?: unknown; query?: string },
  ) {
    const headers: Record<string, string> = {
      ...identity(viewer),
      ...(json === undefined ? {} : { "content-type": "application/json" }),
    };
    return fetch(server.url + path + query, {
      method,
      headers,
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
  }

  async function expectRefusal(answer: Response) {
    expect(answer.status).toBe(403);
    expect((await answer.json()).errors[0].extensions.code).toBe("FORBIDDEN");
  }

  let made = 0;
  /** A template that each person rates once. */
  const rated: Record<ViewerName, number> = {
    visitor: 0,
    owner: 0,
    "other person": 0,
    operator: 0,
    token: 0,
  };

  function payload(collection: string, viewer: ViewerName): Record<string, unknown> {
    made++;
    const own = viewer === "owner" ? { user_id: ownerId } : {};
    switch (collection) {
      case "templates":
        return { template_name: `Made ${made}`, type: "blog", category: "sales" };
      case "types":
        return { id: `made-${made}`, singular: "One", plural: "Many" };
      case "pages":
        return { id: `made-${made}`, title: "Opening hours" };
      case "saved_templates":
        return { ...own, template_id: [{ templates_id: templates[0] }] };
      case "history":
        return { ...own, template_id: [{ templates_id: templates[0] }] };
      case "documents":
        return { ...own, templates_id: templates[0], title: "Letter" };
      case "ratings":
        return { templates_id: templates[rated[viewer]++], stars: 3 };
      case "exports":
        return { templates_id: templates[0] };
      case "contact_messages":
        return { name: "N", email: "n@example.org", subject: "S", message: "M" };
      default:
        return { name: "New", email: `new-${made}@example.org` };
    }
  }

  function change(collection: string): Record<string, unknown> {
    return (
      {
        templates: { description: "Other" },
        types: { sort: 3 },
        pages: { title: "Other" },
        saved_templates: { template_id: [{ templates_id: templates[1] }] },
        contact_messages: { state: "closed" },
        documents: { title: "Other" },
        history: { title: "Other" },
        ratings: { stars: 2 },
        exports: { templates_id: templates[1] },
      }[collection] ?? { name: "Other" }
    );
  }

  async function make(collection: string, viewer: ViewerName): Promise<string> {
    const answer = await postJson(
      (path, init) => fetch(server.url + path, init),
      `/items/${collection}`,
      payload(collection, viewer),
      identity(viewer),
    );
    expect(answer.status, await answer.clone().text()).toBe(200);
    return (await answer.json()).data.id;
  }

  /** The item as its owner, or an operator where it has none, sees it. */
  async function stored(collection: string): Promise<unknown> {
    const viewer = ["templates", "types", "pages", "contact_messages"].includes(collection)
      ? "operator"
      : "owner";
    return (await (await request(viewer, `/items/${collection}/${items[collection]}`, {})).json()).data;
  }
});
