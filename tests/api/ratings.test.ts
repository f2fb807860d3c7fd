import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { RATINGS_EVERY_MS } from "../../server/catalogue/catalogue-version.ts";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import { anOperator } from "../support/operators.ts";
import { aPerson, type Call, type Person, postJson } from "../support/people.ts";
import { anExport, makeOld } from "../support/ratings.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, asOperator, OPERATOR_TOKEN } from "../support/shelf.ts";

type Rating = { id: string; stars: number; words: string | null; hidden: string | null; state: string };

describeOnDatabases("ratings on $name", (database) => {
  let place: Place;
  let server: TestServer;
  let templates: string[];
  let operator: Person;
  let asked = 0;
  const call: Call = (path, init) => fetch(server.url + path, init);

  beforeAll(async () => {
    place = await database.place();
    // Periodic work runs when a test triggers it.
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    server = await startServerHere({
      environment: { ...place.environment, OPERATOR_TOKEN, TRUSTED_PROXIES: "127.0.0.1" },
    });
    templates = (await aShelf(call, { types: ["letter"], count: 11 })).map(({ id }) => id);
    operator = await anOperator(call, place);
  });
  afterAll(async () => {
    await server?.stop();
    vi.useRealTimers();
    await place?.remove();
  });

  /** Each person from their own network, unless stated otherwise. */
  const rate = (
    person: Person | undefined,
    templates_id: string,
    more: object = { stars: 4 },
    address = `10.${Math.floor(++asked / 250)}.${asked % 250}.1`,
  ) =>
    postJson(
      call,
      "/items/ratings",
      { templates_id, ...more },
      { "x-forwarded-for": address, ...(person ? { cookie: person.cookie } : {}) },
    );
  const send = (person: Person | undefined, method: string, id: string, body?: object) =>
    call(`/items/ratings/${id}`, {
      method,
      headers: { "content-type": "application/json", ...(person ? { cookie: person.cookie } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });

  async function aRater(template: string): Promise<Person> {
    const person = await aPerson(call);
    await anExport(place, person, template);
    await makeOld(place, person);
    return person;
  }

  async function madeBy(person: Person, template: string, more: object): Promise<Rating> {
    const answer = await rate(person, template, more);
    expect(answer.status, await answer.clone().text()).toBe(200);
    return (await answer.json()).data;
  }

  /** With a different limit each time, because a response is cached for up to a minute. */
  async function shown(template: string) {
    const query = `filter[id][_eq]=${template}&fields=rating,rating_count&limit=${++asked}`;
    return (await (await call(`/items/templates?${query}`)).json()).data[0];
  }

  async function own(person: Person, template: string) {
    const query = `filter[templates_id][_eq]=${template}&fields=ratings_id.stars,ratings_id.words,ratings_id.hidden`;
    const answer = await call(`/items/exports?${query}`, { headers: { cookie: person.cookie } });
    return (await answer.json()).data;
  }

  // First, because a use counted by another test would refresh the page as well.
  test("updates averages on pages once a minute", async () => {
    const template = templates[8] ?? "";
    const page = async () => (await call("/letter/letter-number-9")).text();
    expect(await page()).toContain("No ratings yet");
    for (const [place, words] of [null, null, "Plain and quick", "<b>Bold</b>", null].entries())
      await madeBy(await aRater(template), template, { stars: 5 - (place % 2), words });
    const before = await page();
    expect(before).toContain("No ratings yet");
    expect(before).not.toContain("AggregateRating");
    vi.advanceTimersByTime(RATINGS_EVERY_MS);
    await expect.poll(page).toContain("Plain and quick");
    const after = await page();
    expect(after).toContain('"@type":"AggregateRating","ratingValue":4.6,"ratingCount":5');
    expect(after).toMatch(/from (<!-- -->)?5(<!-- -->)? ratings/);
    expect(after).not.toContain("<b>Bold");
    expect(after).not.toContain('"@type":"Review"');
  });

  test("requires an export recorded by the server", async () => {
    const [template = ""] = templates;
    const person = await aPerson(call);
    const used = { action: "exported", template_id: [{ templates_id: template }] };
    const headers = { cookie: person.cookie };
    expect((await postJson(call, "/items/history", used, headers)).status).toBe(200);
    const refused = await rate(person, template);
    expect(refused.status).toBe(403);
    expect((await refused.json()).errors[0].message).toContain("after downloading a document");
    expect((await postJson(call, "/items/exports", { templates_id: template }, headers)).status).toBe(403);

    await anExport(place, person, template);
    expect((await rate(person, template)).status).toBe(200);
    expect((await rate(undefined, template)).status).toBe(403);
    const program = await postJson(call, "/items/ratings", { templates_id: template, stars: 5 }, asOperator);
    expect(program.status).toBe(403);
    expect((await rate(person, "0190aaaa-0000-7000-8000-000000000000")).status).toBe(400);
  });

  test("allows one rating per person and template", async () => {
    const template = templates[1] ?? "";
    const [person, other] = [await aRater(template), await aRater(template)];
    const { id } = await madeBy(person, template, { stars: 3, words: "  So so.  " });
    const again = await rate(person, template, { stars: 5 });
    expect([again.status, (await again.json()).errors[0].extensions.code]).toEqual([
      400,
      "RECORD_NOT_UNIQUE",
    ]);
    expect(await own(person, template)).toEqual([
      { ratings_id: { stars: 3, words: "So so.", hidden: null } },
    ]);
    expect(await own(other, template)).toEqual([{ ratings_id: null }]);

    for (const somebody of [other, operator, undefined])
      expect((await send(somebody, "PATCH", id, { stars: 1 })).status).toBe(403);
    expect((await send(person, "PATCH", id, { stars: 4, words: null })).status).toBe(200);
    expect(await shown(template)).toEqual({ rating: null, rating_count: 1 });
    for (const somebody of [other, operator, undefined])
      expect((await send(somebody, "DELETE", id)).status).toBe(403);
    expect((await send(person, "DELETE", id)).status).toBe(204);
    expect(await shown(template)).toEqual({ rating: null, rating_count: 0 });
    expect(await own(person, template)).toEqual([{ ratings_id: null }]);
    expect((await rate(person, template)).status).toBe(200);
  });

  test("accepts one to five stars and a comment of 280 characters", async () => {
    const template = templates[2] ?? "";
    const person = await aRater(template);
    for (const wrong of [
      {},
      { stars: 0 },
      { stars: 6 },
      { stars: 2.5 },
      { stars: "5" },
      { stars: 5, words: "a\nb" },
      { stars: 5, words: "x".repeat(281) },
    ])
      expect((await rate(person, template, wrong)).status, JSON.stringify(wrong)).toBe(400);
    expect((await rate(person, template, { stars: 5, hidden: "no" })).status).toBe(403);
    expect((await rate(person, template, { stars: 5, words: "x".repeat(280) })).status).toBe(200);
  });

  test("shows the average from five ratings and follows changes", async () => {
    const template = templates[3] ?? "";
    const people: Person[] = [];
    for (const stars of [5, 4, 4, 3]) {
      const person = await aRater(template);
      await madeBy(person, template, { stars });
      people.push(person);
    }
    expect(await shown(template)).toEqual({ rating: null, rating_count: 4 });
    const fifth = await aRater(template);
    const { id } = await madeBy(fifth, template, { stars: 1 });
    expect(await shown(template)).toEqual({ rating: 3.4, rating_count: 5 });
    await send(fifth, "PATCH", id, { stars: 5 });
    expect(await shown(template)).toEqual({ rating: 4.2, rating_count: 5 });

    const [first] = people;
    const leaving = { password: first?.password };
    const cookie = first?.cookie ?? "";
    expect((await postJson(call, "/auth/delete-user", leaving, { cookie })).status).toBe(200);
    expect(await shown(template)).toEqual({ rating: null, rating_count: 4 });
    const { data } = await (await call(`/items/ratings?filter[templates_id][_eq]=${template}`)).json();
    expect(data.map(({ stars }: Rating) => stars).sort()).toEqual([3, 4, 4, 5]);
  });

  test("counts concurrent ratings", async () => {
    const template = templates[4] ?? "";
    const people = await Promise.all(Array.from({ length: 8 }, () => aRater(template)));
    const answers = await Promise.all(
      people.map((person, i) => rate(person, template, { stars: 1 + (i % 5) })),
    );
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
    // 1 + 2 + 3 + 4 + 5 + 1 + 2 + 3
    expect(await shown(template)).toEqual({ rating: 2.63, rating_count: 8 });
    const [first, second] = people as [Person, Person];
    const twice = await Promise.all([rate(first, template), rate(first, template), rate(second, template)]);
    expect(twice.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(await shown(template)).toEqual({ rating: 2.63, rating_count: 8 });
  });

  test("lets operators hide a comment with a public reason", async () => {
    const template = templates[5] ?? "";
    const person = await aRater(template);
    const { id } = await madeBy(person, template, { stars: 2, words: "Ask Noor for hers" });
    expect((await send(person, "PATCH", id, { hidden: "no" })).status).toBe(403);
    expect((await send(operator, "PATCH", id, { hidden: " " })).status).toBe(400);
    expect((await send(operator, "PATCH", id, { hidden: "it names a third person" })).status).toBe(200);
    const read = async () =>
      (await (await call(`/items/ratings/${id}?fields=stars,words,hidden`)).json()).data;
    expect(await read()).toEqual({ stars: 2, words: null, hidden: "it names a third person" });
    expect((await own(person, template))[0].ratings_id.hidden).toBe("it names a third person");
    expect(await shown(template)).toEqual({ rating: null, rating_count: 1 });

    // A new comment is hidden like the one before.
    expect((await send(person, "PATCH", id, { stars: 3, words: "A plain letter" })).status).toBe(200);
    expect(await read()).toEqual({ stars: 3, words: null, hidden: "it names a third person" });
    expect((await send(operator, "PATCH", id, { hidden: null })).status).toBe(200);
    expect(await read()).toEqual({ stars: 3, words: "A plain letter", hidden: null });

    const { data } = await (
      await call("/auth/actions?action=rating.hidden", { headers: { cookie: operator.cookie } })
    ).json();
    expect(data).toMatchObject([
      { action: "rating.hidden", actor: { id: operator.id }, target: { kind: "rating", id } },
    ]);
    expect(JSON.stringify(data)).not.toContain("Noor");
  });

  test("never reveals who rated", async () => {
    const template = templates[6] ?? "";
    const person = await aRater(template);
    await madeBy(person, template, { stars: 5, words: "Fine" });
    const answer = await call(`/items/ratings?filter[templates_id][_eq]=${template}`);
    const text = await answer.text();
    expect(text).toContain("Fine");
    expect(text).not.toContain(person.id);
    expect((await call("/items/ratings?filter[user_id][_eq]=x")).status).toBe(403);
    expect((await call("/items/exports")).status).toBe(403);
    const others = await call("/items/exports", { headers: { cookie: operator.cookie } });
    expect((await others.json()).data).toEqual([]);
  });

  test("holds ratings of new accounts for review", async () => {
    const template = templates[9] ?? "";
    const other = await aRater(template);
    for (const stars of [5, 5, 5, 5, 4]) await madeBy(await aRater(template), template, { stars });
    expect(await shown(template)).toEqual({ rating: 4.8, rating_count: 5 });

    const waiting: Rating[] = [];
    const people: Person[] = [];
    for (let count = 0; count < 8; count++) {
      const person = await aPerson(call);
      await anExport(place, person, template);
      people.push(person);
      waiting.push(await madeBy(person, template, { stars: 1, words: "Made up" }));
    }
    expect(waiting.map(({ state }) => state)).toEqual(Array(8).fill("waiting"));
    expect(await shown(template)).toEqual({ rating: 4.8, rating_count: 5 });
    const [first, second, third] = waiting as [Rating, Rating, Rating];
    const [person] = people as [Person];

    // The author sees it as pending; only operators see it besides.
    const query = `filter[templates_id][_eq]=${template}&fields=ratings_id.state`;
    const theirs = await call(`/items/exports?${query}`, { headers: { cookie: person.cookie } });
    expect((await theirs.json()).data).toEqual([{ ratings_id: { state: "waiting" } }]);
    const list = async (who?: Person, filter = "") => {
      const headers: Record<string, string> = who ? { cookie: who.cookie } : {};
      const path = `/items/ratings?filter[templates_id][_eq]=${template}${filter}&fields=id`;
      return (await (await call(path, { headers })).json()).data.map(({ id }: Rating) => id);
    };
    for (const who of [undefined, other, person, operator]) expect(await list(who)).toHaveLength(5);
    for (const who of [undefined, other]) expect(await list(who, "&filter[state][_eq]=waiting")).toEqual([]);
    expect((await list(operator, "&filter[state][_eq]=waiting")).sort()).toEqual(
      waiting.map(({ id }) => id).sort(),
    );
    for (const who of [undefined, other])
      expect(
        (await call(`/items/ratings/${first.id}`, who ? { headers: { cookie: who.cookie } } : {})).status,
      ).toBe(403);
    expect(await (await call("/letter/letter-number-10")).text()).not.toContain("Made up");

    // The author changes it while it is pending; an operator accepts it.
    for (const who of [person, other, undefined])
      expect((await send(who, "PATCH", first.id, { state: "shown" })).status).toBe(403);
    expect((await send(person, "PATCH", first.id, { stars: 2 })).status).toBe(200);
    expect(await shown(template)).toEqual({ rating: 4.8, rating_count: 5 });
    expect((await send(operator, "PATCH", first.id, { state: "shown" })).status).toBe(200);
    expect(await shown(template)).toEqual({ rating: 4.33, rating_count: 6 });
    expect((await send(operator, "PATCH", second.id, { state: "refused" })).status).toBe(200);
    expect((await send(operator, "PATCH", second.id, { state: "no" })).status).toBe(400);
    expect(await list(operator, "&filter[state][_eq]=refused")).toEqual([second.id]);
    expect((await send(operator, "PATCH", first.id, { state: "refused" })).status).toBe(200);
    expect(await shown(template)).toEqual({ rating: 4.8, rating_count: 5 });
    // A rating that never counted doesn't change the average.
    expect((await send(people[2], "DELETE", third.id)).status).toBe(204);
    const leaving = { password: people[3]?.password };
    const headers = { cookie: people[3]?.cookie ?? "" };
    expect((await postJson(call, "/auth/delete-user", leaving, headers)).status).toBe(200);
    expect(await shown(template)).toEqual({ rating: 4.8, rating_count: 5 });
    const log = await call("/auth/actions?action=rating.accepted", { headers: { cookie: operator.cookie } });
    expect((await log.json()).data).toMatchObject([{ target: { kind: "rating", id: first.id } }]);
  });

  test("counts three ratings a day per network without review", async () => {
    const template = templates[10] ?? "";
    const states: string[] = [];
    for (let count = 1; count <= 5; count++) {
      const answer = await rate(await aRater(template), template, { stars: 5 }, "192.0.2.7");
      states.push((await answer.json()).data.state);
    }
    expect(states).toEqual(["shown", "shown", "shown", "waiting", "waiting"]);
    expect(await shown(template)).toEqual({ rating: null, rating_count: 3 });
  });

  test("limits changes to sixty an hour", async () => {
    const template = templates[7] ?? "";
    const person = await aRater(template);
    const { id } = await madeBy(person, template, { stars: 1 });
    const changes = Array.from({ length: 59 }, (_, i) => ({ id, stars: 1 + (i % 5) }));
    const many = await call("/items/ratings", {
      method: "PATCH",
      headers: { "content-type": "application/json", cookie: person.cookie },
      body: JSON.stringify(changes),
    });
    expect(many.status).toBe(200);
    const more = await send(person, "PATCH", id, { stars: 5 });
    expect([more.status, Number(more.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect((await send(person, "DELETE", id)).status).toBe(204);
  });
});
