import { afterAll, beforeAll, expect, it } from "vitest";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import { anOperator } from "../support/operators.ts";
import { aPerson, type Call, type Person, postJson, signIn } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { aShelf, asOperator, OPERATOR_TOKEN } from "../support/shelf.ts";

describeOnDatabases("library settings on $name", ({ place }) => {
  let data: Place;
  let server: TestServer;
  let other: TestServer;
  let operator: Person;
  let shelf: Awaited<ReturnType<typeof aShelf>>;
  const call: Call = (path, init) => fetch(server.url + path, { redirect: "manual", ...init });
  const asTheOperator = () => ({ cookie: operator.cookie });
  const set = (body: unknown, headers: Record<string, string> = asTheOperator(), on = server) =>
    fetch(`${on.url}/site/settings`, {
      method: "PATCH",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const read = async (path: string, on = server) => (await fetch(on.url + path)).text();
  /** The templates on home, in order. */
  const ruler = async (on = server) => {
    const [, row = ""] = /class="lineup-row">([\s\S]*?)class="ruler/.exec(await read("/", on)) ?? [];
    return [...row.matchAll(/aria-label="([^",]+),/g)].map(([, name]) => name);
  };

  beforeAll(async () => {
    data = await place();
    const environment = { ...data.environment, OPERATOR_TOKEN };
    server = await startServerHere({ environment });
    other = await startServerHere({ environment: { ...environment, CONTACT_EMAIL: "desk@larnes.example" } });
    operator = await anOperator(call, data);
    shelf = await aShelf(call, { types: ["blog", "email"], count: 6 });
  });
  afterAll(async () => {
    await server?.stop();
    await other?.stop();
    await data?.remove();
  });

  it("are read and changed by operators only", async () => {
    const person = await aPerson(call);
    const strangers: Record<string, string>[] = [{}, { cookie: person.cookie }, asOperator];
    for (const headers of strangers) {
      expect((await call("/site/settings", { headers })).status).toBe(403);
      expect((await call("/site/library", { headers })).status).toBe(403);
      expect((await set({ signUp: "closed" }, headers)).status).toBe(403);
    }
    const library = await call("/site/library", { headers: asTheOperator() });
    expect((await library.json()).data).toEqual({ faults: [], total: 0 });
    const answer = await call("/site/settings", { headers: asTheOperator() });
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    expect((await answer.json()).data).toEqual({
      libraryName: { value: "Typecase", setBy: null },
      contactEmail: { value: "", setBy: null },
      signUp: "open",
      ruler: null,
    });
  });

  it("change name and contact address on every page and node", async () => {
    expect((await read("/")).includes("Larnes Print Room")).toBe(false);
    const changed = await set({ libraryName: " Larnes Print Room ", contactEmail: "Post@Larnes.example" });
    expect(changed.status).toBe(200);
    expect(await read("/")).toContain("Larnes Print Room");
    expect(await read("/privacy")).toContain("mailto:post@larnes.example");
    await expect.poll(() => read("/", other)).toContain("Larnes Print Room");
    expect(await read("/privacy", other)).toContain("mailto:desk@larnes.example");
    const refused = await set({ libraryName: "Mine", contactEmail: "me@larnes.example" }, undefined, other);
    expect(refused.status).toBe(400);
    expect((await refused.json()).errors[0].message).toContain("CONTACT_EMAIL is set");
    expect(await read("/")).toContain("Larnes Print Room");
    for (const wrong of [
      { libraryName: "" },
      { libraryName: "x".repeat(61) },
      { contactEmail: "nobody" },
      { signUp: "maybe" },
      { ruler: ["x"] },
      { colour: "red" },
      [],
    ])
      expect((await set(wrong)).status, JSON.stringify(wrong)).toBe(400);
  });

  it("show the operators' selection on home without gaps", async () => {
    const [first, second, third] = shelf as [(typeof shelf)[0], (typeof shelf)[0], (typeof shelf)[0]];
    const chosen = [third, first, second];
    expect((await set({ ruler: chosen.map(({ id }) => id) })).status).toBe(200);
    const names = chosen.map(({ template_name }) => template_name);
    expect(await ruler()).toEqual(names);
    await expect.poll(() => ruler(other)).toEqual(names);

    const gone = await call(`/items/templates/${first.id}`, { method: "DELETE", headers: asOperator });
    expect(gone.status).toBe(204);
    expect(await ruler()).toEqual([third.template_name, second.template_name]);
    const unknown = await set({ ruler: [third.id, first.id] });
    expect(unknown.status).toBe(400);
    expect((await unknown.json()).errors[0].message).toContain(first.id);
    expect((await set({ ruler: [third.id, third.id] })).status).toBe(400);
    expect(await ruler()).toEqual([third.template_name, second.template_name]);

    expect((await set({ ruler: null })).status).toBe(200);
    expect(await ruler()).not.toEqual([third.template_name, second.template_name]);
    expect((await ruler()).length).toBeGreaterThan(0);
  });

  it("close sign-up without affecting sign-in", async () => {
    const person = await aPerson(call);
    expect(await read("/signup")).toContain("Create account</button>");
    expect((await set({ signUp: "closed" })).status).toBe(200);
    const newcomer = { name: "Liv", email: "liv@larnes.example", password: "correct horse battery" };
    for (const on of [server, other]) {
      const refused = await fetch(`${on.url}/auth/sign-up/email`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(newcomer),
      });
      expect(refused.status).toBe(403);
      expect((await refused.json()).code).toBe("SIGN_UP_CLOSED");
    }
    const page = await read("/signup");
    expect(page).toContain("Sign-up is closed");
    expect(page).toContain("mailto:post@larnes.example");
    expect(page).not.toContain("Create account</button>");
    await signIn(call, person);
    expect((await set({ signUp: "open" })).status).toBe(200);
    expect((await postJson(call, "/auth/sign-up/email", newcomer)).status).toBe(200);
  });

  it("record each change in the action log", async () => {
    const answer = await call("/auth/actions?action=setting.changed", { headers: asTheOperator() });
    const { data: lines } = await answer.json();
    expect(lines[0]).toMatchObject({
      actor: { kind: "person", id: operator.id },
      target: { kind: "setting", id: "sign-up" },
    });
    const changed = new Set(lines.map((line: { target: { id: string } }) => line.target.id));
    expect([...changed].sort()).toEqual(["contact-address", "home", "library-name", "sign-up"]);
  });
});
