import { generateMessageId } from "@lingui/message-utils/generateMessageId";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { MAX_TRANSLATION } from "../../contract/limits.ts";
import type { ListedSuggestion } from "../../contract/site/translations.ts";
import { LIBRARY_CATALOGUE } from "../../locales/catalogues.ts";
import { TRANSLATIONS_OF_PERSON } from "../../server/limits/limits.ts";
import { openTranslations } from "../../server/translations/accepted-translations.ts";
import { withDatabase } from "../support/database-schema.ts";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import { anOperator } from "../support/operators.ts";
import { aPerson, type Call, type Person, postJson } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";

const SIGN_IN = generateMessageId("Sign in", "");
const SAVE_NAME = generateMessageId("Save {name}", "");
const RESULTS = generateMessageId("{count, plural, one {# result} other {# results}}", "");

describeOnDatabases("translations on $name", (database) => {
  let place: Place;
  let server: TestServer;
  let other: TestServer;
  let operator: Person;
  let person: Person;
  const call: Call = (path, init) => fetch(server.url + path, init);
  const page = async (path: string, of = server) => (await fetch(of.url + path)).text();

  beforeAll(async () => {
    place = await database.place();
    server = await startServerHere({ environment: place.environment });
    other = await startServerHere({ environment: place.environment });
    operator = await anOperator(call, place);
    person = await aPerson(call, { name: "Ada Brenholm" });
  });
  afterAll(async () => {
    await other?.stop();
    await server?.stop();
    await place?.remove();
  });

  afterEach(async () => {
    for (const state of ["open", "accepted"])
      for (const { id } of await listed(`state=${state}`)) await decided(id, { state: "declined" });
  });

  const suggest = (by: Person | undefined, message_id: string, suggestion: unknown, more: object = {}) =>
    postJson(
      call,
      "/site/translations",
      { language: "de", message_id, suggestion, ...more },
      by ? { cookie: by.cookie } : {},
    );
  async function suggested(by: Person, message_id: string, suggestion: string, more = {}): Promise<string> {
    const answer = await suggest(by, message_id, suggestion, more);
    expect(answer.status, await answer.clone().text()).toBe(200);
    return (await answer.json()).data.id;
  }
  const decide = (by: Person, id: string, body: object) =>
    call(`/site/translations/${id}`, {
      method: "PATCH",
      headers: { "content-type": "application/json", cookie: by.cookie },
      body: JSON.stringify(body),
    });
  async function decided(id: string, body: object): Promise<void> {
    const answer = await decide(operator, id, body);
    expect(answer.status, await answer.clone().text()).toBe(204);
  }
  async function listed(query: string): Promise<ListedSuggestion[]> {
    const headers = { cookie: operator.cookie };
    return (await (await call(`/site/translations?${query}`, { headers })).json()).data;
  }
  const messageOf = async (answer: Response) => {
    expect(answer.status).toBe(400);
    return (await answer.json()).errors[0].message;
  };

  test("are suggested by people and decided by operators", async () => {
    expect((await suggest(undefined, SIGN_IN, "Einloggen")).status).toBe(403);
    const id = await suggested(person, SIGN_IN, "Einloggen");
    expect((await decide(person, id, { state: "accepted" })).status).toBe(403);
    for (const path of ["/site/translations", "/site/translations/de/accepted.zip"])
      expect((await call(path, { headers: { cookie: person.cookie } })).status, path).toBe(403);
    await decided(id, { state: "declined" });
  });

  test("show a message with its current text", async () => {
    const headers = { cookie: person.cookie };
    const answer = await call(`/site/translations/de/${SAVE_NAME}`, { headers });
    expect((await answer.json()).data).toMatchObject({
      catalogue: "site",
      message: "Save {name}",
      translation: "{name} merken",
      isMachine: true,
    });
    for (const path of [`en/${SAVE_NAME}`, `xx/${SAVE_NAME}`, "de/nothing"])
      expect((await call(`/site/translations/${path}`, { headers })).status, path).toBe(403);
    expect((await call(`/site/translations/de/${SAVE_NAME}`)).status).toBe(403);
  });

  test.each([
    ["an unknown language", SIGN_IN, "x", { language: "xx" }, "a language of the interface"],
    ["English", SIGN_IN, "x", { language: "en" }, "English"],
    ["an unknown message", "nothing", "x", {}, "not a message"],
    ["a message of another catalogue", SIGN_IN, "x", { catalogue: LIBRARY_CATALOGUE }, "not a message"],
    ["a missing placeholder", SAVE_NAME, "Merken", {}, "must contain {name}"],
    ["another placeholder", SAVE_NAME, "{name} {place}", {}, "contains {place}"],
    ["braces that don't match", SAVE_NAME, "{name", {}, "braces"],
    ["a missing plural form", RESULTS, "{count, plural, other {#}}", {}, "plural forms: one, other"],
    ["an empty text", SIGN_IN, " ", {}, "must be a text"],
    ["no text", SIGN_IN, 7, {}, "must be a text"],
    ["a long text", SIGN_IN, "x".repeat(MAX_TRANSLATION + 1), {}, "at most 2,000 characters"],
    ["a long comment", SIGN_IN, "x", { comment: "x".repeat(501) }, "at most 500 characters"],
    ["the current text", SIGN_IN, "Anmelden", {}, "the current translation"],
  ])("reject %s", async (_name, id, suggestion, more, message) => {
    expect(await messageOf(await suggest(person, id, suggestion, more))).toContain(message);
  });

  test("merge suggestions of the same text, and those of one person", async () => {
    const second = await aPerson(call);
    const id = await suggested(person, SAVE_NAME, "{name} speichern", { comment: "As elsewhere" });
    expect(await suggested(second, SAVE_NAME, "{name} speichern")).toBe(id);
    expect(await suggested(person, SAVE_NAME, "{name} sichern")).toBe(id);
    const another = await suggested(second, SAVE_NAME, "{name} vormerken");
    expect(another).not.toBe(id);
    const open = (await listed("state=open")).filter(({ message_id }) => message_id === SAVE_NAME);
    expect(open.map(({ suggestion, author }) => [suggestion, author])).toEqual([
      ["{name} sichern", "Ada Brenholm"],
      ["{name} vormerken", second.name],
    ]);
  });

  test("are used at once, on every node and in the browser, until withdrawn", async () => {
    const id = await suggested(person, SIGN_IN, "Einloggen </script><b>");
    expect(await page("/de/login", other)).toContain("Anmelden");
    expect(await page("/de")).not.toContain("typecaseAccepted");
    await decided(id, { state: "accepted" });

    const html = await page("/de");
    expect(html).toContain("Einloggen &lt;/script&gt;&lt;b&gt;");
    expect(html).toContain(`typecaseAccepted={"${SIGN_IN}":["Einloggen \\u003c/script>\\u003cb>"]}`);
    await expect.poll(() => page("/de", other), { timeout: 10_000 }).toContain("Einloggen &lt;");
    for (const path of ["/", "/cs"]) expect(await page(path), path).not.toContain("Einloggen");
    const policy = (await fetch(`${server.url}/de`)).headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/script-src 'self'( 'sha256-[^']+'){2,}/);

    await decided(id, { state: "accepted", text: "Einloggen" });
    expect(await page("/de")).toContain(`typecaseAccepted={"${SIGN_IN}":["Einloggen"]}`);
    expect(await listed("state=accepted")).toMatchObject([
      {
        id,
        message: "Sign in",
        text: "Einloggen",
        current: "Einloggen",
        isOutdated: false,
        isReplaced: false,
      },
    ]);
    await decided(id, { state: "declined" });
    expect(await page("/de")).not.toContain("Einloggen");
    await expect.poll(() => page("/de", other), { timeout: 10_000 }).not.toContain("Einloggen");
  });

  test("can be changed by the operator, and the newest accepted one is used", async () => {
    const second = await aPerson(call);
    const one = await suggested(person, SIGN_IN, "Anmeldung");
    const two = await suggested(second, SIGN_IN, "Login");
    expect(await messageOf(await decide(operator, one, { state: "accepted", text: "{name}" }))).toContain(
      "contains {name}",
    );
    await decided(one, { state: "accepted" });
    await decided(two, { state: "accepted", text: "Zum Login" });
    expect(await page("/de")).toContain("Zum Login");
    const states = (await listed("state=accepted")).map(({ id, isReplaced }) => [id, isReplaced]);
    expect(Object.fromEntries(states)).toEqual({ [one]: true, [two]: false });
    // Undo.
    await decided(two, { state: "open" });
    expect(await page("/de")).toContain("Anmeldung");
    expect((await listed("state=open")).find(({ id }) => id === two)).toMatchObject({
      suggestion: "Login",
      text: null,
    });
  });

  test("count as reviewed in the language menu", async () => {
    const id = await suggested(person, SIGN_IN, "Einloggen");
    await decided(id, { state: "accepted" });
    // The data of the root, as the router writes it.
    expect(await page("/de")).toMatch(/\\"reviewed\\",\{\\"_\d+\\":\d+\}/);
    expect(await page("/")).toMatch(/Deutsch<\/span><small>Machine translated · \d+% reviewed<\/small>/);
    await decided(id, { state: "declined" });
    expect(await page("/de")).toMatch(/\\"reviewed\\",\{\}/);
    expect(await page("/")).toContain("Deutsch</span><small>Machine translated</small>");
  });

  test("are exported as PO files", async () => {
    const headers = { cookie: operator.cookie };
    expect((await call("/site/translations/de/accepted.zip", { headers })).status).toBe(409);
    expect((await call("/site/translations/xx/accepted.zip", { headers })).status).toBe(403);
    const id = await suggested(person, SIGN_IN, "Einloggen");
    await decided(id, { state: "accepted" });
    const answer = await call("/site/translations/de/accepted.zip", { headers });
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const text = strFromU8(files["locales/de/site.po"] as Uint8Array);
    expect(text).toMatch(/^# origin: Ada Brenholm\n(#: \S+\n)+msgid "Sign in"\nmsgstr "Einloggen"\n$/m);
    expect(text).toContain('"Language: de\\n"');
    expect(text.match(/^msgid/gm)).toHaveLength(2);
  });

  test("of a message that is gone are outdated, and not used", async () => {
    const id = await suggested(person, SIGN_IN, "Einloggen");
    const open = await suggested(person, SAVE_NAME, "{name} speichern");
    await decided(id, { state: "accepted" });
    await withDatabase(place, async ({ db }) => {
      for (const each of [id, open])
        await db
          .updateTable("translations")
          .set({ message_id: "gone", message: "Sign on" })
          .where("id", "=", each)
          .execute();
      const restarted = await openTranslations({ db });
      expect(restarted.accepted("de")).toBeUndefined();
      expect(restarted.reviewedCount("de")).toBe(0);
    });
    expect(await listed("state=accepted")).toMatchObject([{ isOutdated: true, current: null }]);
    expect((await decide(operator, open, { state: "accepted" })).status).toBe(409);
  });

  test("are in the log, by their English text", async () => {
    const id = await suggested(person, SIGN_IN, "Einloggen");
    for (const state of ["accepted", "declined", "open", "declined"]) await decided(id, { state });
    // Again: nothing changes.
    await decided(id, { state: "declined" });
    const answer = await call("/auth/actions", { headers: { cookie: operator.cookie } });
    const lines: { action: string; target: { id: string; name: string } }[] = (await answer.json()).data;
    const own = lines.filter(({ target }) => target.id === id);
    expect(own.map(({ action }) => action)).toEqual([
      "translation.declined",
      "translation.reopened",
      "translation.withdrawn",
      "translation.accepted",
    ]);
    expect(own[0]?.target.name).toBe("Sign in");
  });

  test("of a deleted account are removed, but for accepted ones, which lose their author", async () => {
    const leaving = await aPerson(call, { name: "Bo Leavingham" });
    const id = await suggested(leaving, SIGN_IN, "Hereinspaziert", { comment: "Mine" });
    await suggested(leaving, SAVE_NAME, "{name} verlassen");
    await decided(id, { state: "accepted" });
    const files = await call("/auth/my-data", { headers: { cookie: leaving.cookie } });
    const own = unzipSync(new Uint8Array(await files.arrayBuffer()))["translations.json"] as Uint8Array;
    expect(JSON.parse(strFromU8(own))).toMatchObject([
      {
        language: "de",
        message: "Sign in",
        suggestion: "Hereinspaziert",
        comment: "Mine",
        state: "accepted",
      },
      { message: "Save {name}", state: "open" },
    ]);

    const gone = await postJson(
      call,
      "/auth/delete-user",
      { password: leaving.password },
      { cookie: leaving.cookie },
    );
    expect(gone.status, await gone.clone().text()).toBe(200);
    expect(await listed("state=accepted")).toMatchObject([
      { text: "Hereinspaziert", author: null, comment: null },
    ]);
    expect(JSON.stringify(await listed("state=open"))).not.toContain("verlassen");
    const po = await call("/site/translations/de/accepted.zip", { headers: { cookie: operator.cookie } });
    const zip = unzipSync(new Uint8Array(await po.arrayBuffer()));
    expect(strFromU8(zip["locales/de/site.po"] as Uint8Array)).toContain("# origin: a person\n");
  });

  test("are limited for each person", async () => {
    const eager = await aPerson(call);
    let last = 200;
    for (let sent = 0; sent <= TRANSLATIONS_OF_PERSON.max && last === 200; sent++)
      last = (await suggest(eager, SIGN_IN, `Nummer ${sent}`)).status;
    expect(last).toBe(429);
    expect((await suggest(person, SIGN_IN, "Einloggen")).status).toBe(200);
  });
});
