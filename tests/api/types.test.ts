import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { CATALOGUE_VERSION_HEADER } from "../../contract/page-services.ts";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import { anOperator } from "../support/operators.ts";
import { aPerson, type Call, postJson } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, asOperator, OPERATOR_TOKEN } from "../support/shelf.ts";

type Refusal = { errors: { message: string; extensions: { code: string } }[] };
type Row = { id: string; type: string; category: string; url: string };

const CATEGORIES = [
  { slug: "marketing", label: "Marketing" },
  { slug: "sales", label: "Sales" },
];
const ONLY_MARKETING = { categories: CATEGORIES.slice(0, 1) };

describeOnDatabases("types and categories on $name", ({ place }) => {
  let data: Place;
  let server: TestServer;
  let round = 0;
  let [blog, mail] = ["", ""];
  let shelf: Awaited<ReturnType<typeof aShelf>>;
  const call: Call = (path, init) => fetch(server.url + path, { redirect: "manual", ...init });

  beforeAll(async () => {
    data = await place();
    server = await startServerHere({ environment: { ...data.environment, OPERATOR_TOKEN } });
  });
  afterAll(async () => {
    await server.stop();
    await data.remove();
  });
  beforeEach(async () => {
    round++;
    [blog, mail] = [`blog-${round}`, `mail-${round}`];
    // Two of each in "marketing" and two of each in "sales".
    shelf = await aShelf(call, { types: [blog, mail], count: 8 });
  });

  const send = (method: string, path: string, body?: object, headers: Record<string, string> = asOperator) =>
    call(path, {
      method,
      headers: { ...(body ? { "content-type": "application/json" } : {}), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const refusalOf = async (answer: Response) =>
    [answer.status, ((await answer.json()) as Refusal).errors[0]?.message] as const;
  const read = async <T>(path: string) => ((await (await call(path)).json()) as { data: T }).data;
  const templatesOf = (type: string) =>
    read<Row[]>(`/items/templates?filter[type][_eq]=${type}&fields=id,type,category,url&sort=id`);
  const categoriesOf = async (type: string) =>
    (await read<{ categories: { slug: string }[] }>(`/items/types/${type}`)).categories.map(
      ({ slug }) => slug,
    );
  const idsIn = (type: string, category: string) =>
    shelf.filter((each) => each.type === type && each.category === category).map(({ id }) => id);

  it("requires a destination to delete a category with templates", async () => {
    const before = await templatesOf(blog);
    const [status, message] = await refusalOf(await send("PATCH", `/items/types/${blog}`, ONLY_MARKETING));
    expect([status, message]).toEqual([
      400,
      'sales still contains 2 templates. Choose where to move them. Nothing was changed. Send the new places as "moves".',
    ]);
    expect(await templatesOf(blog)).toEqual(before);
    expect(await categoriesOf(blog)).toEqual(["marketing", "sales"]);

    // One destination is not enough for two categories.
    const [first, second] = idsIn(blog, "sales");
    const half = { ...ONLY_MARKETING, moves: [{ template: first, to: { category: "marketing" } }] };
    expect((await send("PATCH", `/items/types/${blog}`, half)).status).toBe(400);
    expect(await templatesOf(blog)).toEqual(before);

    const whole = {
      ...ONLY_MARKETING,
      moves: [
        { category: "sales", to: { category: "marketing" } },
        { template: first, to: { type: mail, category: "sales" } },
      ],
    };
    expect((await send("PATCH", `/items/types/${blog}`, whole)).status).toBe(200);
    expect(await categoriesOf(blog)).toEqual(["marketing"]);
    const after = await templatesOf(blog);
    expect(after.map(({ category }) => category)).toEqual(["marketing", "marketing", "marketing"]);
    expect(after.map(({ id }) => id)).toContain(second);
    expect(await read<Row>(`/items/templates/${first}?fields=id,type,category,url`)).toMatchObject({
      type: mail,
      category: "sales",
      url: expect.stringMatching(new RegExp(`^/${mail}/`)),
    });
  });

  it("names the catalogue version, which changes with every type", async () => {
    const versionOf = async (path: string) =>
      Number((await call(path)).headers.get(CATALOGUE_VERSION_HEADER));
    const before = await versionOf("/items/templates?limit=1");
    expect(before).toBeGreaterThan(0);
    expect(await versionOf("/items/nothing")).toBe(before);
    const renamed = [CATEGORIES[0], { slug: "selling", label: "Selling" }];
    const moves = [{ category: "sales", to: { category: "selling" } }];
    expect((await send("PATCH", `/items/types/${blog}`, { categories: renamed, moves })).status).toBe(200);
    expect(await versionOf("/items/templates?limit=1")).toBeGreaterThan(before);
  });

  it("shows moved templates in their new category", async () => {
    const moves = [{ category: "sales", to: { category: "_other" } }];
    expect((await send("PATCH", `/items/types/${blog}`, { ...ONLY_MARKETING, moves })).status).toBe(200);
    const html = await (await call(`/${blog}`)).text();
    for (const { template_name } of shelf.filter(({ type }) => type === blog))
      expect(html).toContain(`>${template_name}<`);
    // And they can be moved from there.
    const back = [{ category: "_other", to: { category: "marketing" } }];
    expect((await send("PATCH", `/items/types/${blog}`, { moves: back })).status).toBe(200);
    expect(new Set((await templatesOf(blog)).map(({ category }) => category))).toEqual(
      new Set(["marketing"]),
    );
  });

  it("deletes a type with all templates moved or not at all", async () => {
    expect((await refusalOf(await send("DELETE", `/items/types/${blog}`)))[1]).toContain(
      "still contains 4 templates",
    );
    const moves = [
      { category: "marketing", to: { type: mail, category: "marketing" } },
      { category: "sales", to: { type: mail, category: "nowhere" } },
    ];
    expect((await refusalOf(await send("DELETE", `/items/types/${blog}`, { moves })))[1]).toContain(
      `There is no category “nowhere” in ${mail}`,
    );
    expect(await templatesOf(blog)).toHaveLength(4);
    expect(await templatesOf(mail)).toHaveLength(4);

    const right = [moves[0], { category: "sales", to: { type: mail, category: "sales" } }];
    expect((await send("DELETE", `/items/types/${blog}`, { moves: right })).status).toBe(204);
    expect((await call(`/${blog}`)).status).toBe(404);
    const all = await templatesOf(mail);
    expect(all).toHaveLength(8);
    for (const { url } of all) expect((await call(url)).status).toBe(200);
    const { cookie } = await anOperator(call, data);
    const listed = await send("GET", "/auth/actions?action=template.moved", undefined, { cookie });
    const log = (await listed.json()) as {
      data: { target: { id: string } }[];
    };
    expect(log.data.map(({ target }) => target.id)).toEqual(
      expect.arrayContaining([...idsIn(blog, "marketing"), ...idsIn(blog, "sales")]),
    );
  });

  it("gives a moved template another address if its own is taken", async () => {
    const [first] = idsIn(blog, "sales");
    await send("PATCH", `/items/templates/${first}`, { url: `/${blog}/same` });
    await send("PATCH", `/items/templates/${idsIn(mail, "sales")[0]}`, { url: `/${mail}/same` });
    const moves = [{ template: first, to: { type: mail, category: "sales" } }];
    expect((await send("PATCH", `/items/types/${blog}`, { moves })).status).toBe(200);
    expect(await read<Row>(`/items/templates/${first}?fields=url`)).toEqual({ url: `/${mail}/same-2` });
  });

  it("rejects the second of two concurrent changes", async () => {
    const [one, two] = [await anOperator(call, data), await anOperator(call, data)];
    const was = await read<object>(`/items/types/${blog}?fields=plural,categories`);
    const added = [...CATEGORIES, { slug: "press", label: "Press" }];
    const rename = [{ slug: "marketing", label: "Adverts" }, CATEGORIES[1]];
    const change = (categories: unknown, { cookie }: { cookie: string }) =>
      send("PATCH", `/items/types/${blog}`, { categories, was }, { cookie });
    const answers = await Promise.all([change(added, one), change(rename, two)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    const refused = answers.find(({ status }) => status === 412);
    expect(((await refused?.json()) as Refusal | undefined)?.errors[0]).toMatchObject({
      message: expect.stringContaining("in the meantime: categories."),
      extensions: { current: { id: blog, categories: expect.any(Array) } },
    });
    const kept = answers[0]?.status === 200 ? ["marketing", "sales", "press"] : ["marketing", "sales"];
    expect(await categoriesOf(blog)).toEqual(kept);
  });

  it("never leaves a template in a deleted category", async () => {
    const [first] = idsIn(mail, "marketing");
    for (let tries = 0; tries < 3; tries++) {
      const slug = `passing-${tries}`;
      const passing = { categories: [...CATEGORIES, { slug, label: "Passing" }] };
      await send("PATCH", `/items/types/${blog}`, passing);
      const into = { type: blog, category: slug, url: `/${blog}/wanderer` };
      const [moved, dropped] = await Promise.all([
        send("PATCH", `/items/templates/${first}`, into),
        send("PATCH", `/items/types/${blog}`, { categories: CATEGORIES }),
      ]);
      // The second one was rejected; never both, never none.
      expect([moved.status, dropped.status].sort()).toEqual([200, 400]);
      const { type, category } = await read<Row>(`/items/templates/${first}`);
      expect(await categoriesOf(type)).toContain(category);
      await send("PATCH", `/items/templates/${first}`, {
        type: mail,
        category: "marketing",
        url: `/${mail}/wanderer`,
      });
      await send("PATCH", `/items/types/${blog}`, { categories: CATEGORIES });
    }
  });

  it("never leaves a template without a type", async () => {
    const [first] = idsIn(mail, "marketing");
    for (let tries = 0; tries < 3; tries++) {
      const id = `short-lived-${round}-${tries}`;
      const made = { id, singular: "One", plural: "Many", categories: CATEGORIES };
      expect((await postJson(call, "/items/types", made, asOperator)).status).toBe(200);
      const into = { type: id, category: "sales", url: `/${id}/wanderer` };
      const [moved, dropped] = await Promise.all([
        send("PATCH", `/items/templates/${first}`, into),
        send("DELETE", `/items/types/${id}`),
      ]);
      expect([moved.status, dropped.status]).toEqual(moved.status === 200 ? [200, 400] : [400, 204]);
      const { type } = await read<Row>(`/items/templates/${first}`);
      expect((await call(`/items/types/${type}`)).status).toBe(200);
      const back = { type: mail, category: "marketing", url: `/${mail}/wanderer` };
      expect((await send("PATCH", `/items/templates/${first}`, back)).status).toBe(200);
    }
  });

  it("validates destinations and accepts them from operators only", async () => {
    const person = await aPerson(call);
    const moves = [{ category: "sales", to: { category: "marketing" } }];
    for (const headers of [{} as Record<string, string>, { cookie: person.cookie }]) {
      expect((await send("PATCH", `/items/types/${blog}`, { moves }, headers)).status).toBe(403);
      expect((await send("DELETE", `/items/types/${blog}`, { moves }, headers)).status).toBe(403);
    }
    for (const wrong of [5, [{}], [{ category: "sales" }], [{ category: "sales", to: { category: "A b" } }]])
      expect((await refusalOf(await send("PATCH", `/items/types/${blog}`, { moves: wrong })))[1]).toContain(
        'Validation failed for field "moves"',
      );
    for (const id of ["studio", "drafts", "authors", "pages", "imprint", "template-versions"])
      expect(
        (await postJson(call, "/items/types", { id, singular: "One", plural: "Many" }, asOperator)).status,
      ).toBe(400);
  });
});
