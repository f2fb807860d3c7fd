import { expect } from "vitest";
import { newId } from "../../../../server/database/ids.ts";
import type { Place } from "../../../support/databases.ts";
import { anOperator } from "../../../support/operators.ts";
import { aPerson, type Person, postJson } from "../../../support/people.ts";
import { giveAverages } from "../../../support/ratings.ts";
import type { TestServer } from "../../../support/server.ts";
import { asOperator } from "../../../support/shelf.ts";
import { MISSING } from "../case.ts";
import { type Capture, toldTemplates } from "./captures.ts";
import { collectionOf, createNumbers, type Numbers } from "./numbers.ts";

/**
 * Creates what the captured Directus contained before the first line, and what happened between some lines.
 */
export type CapturedWorld = {
  numbers: Numbers;
  identity(request: Capture["request"]): Record<string, string>;
  /** Before this line. */
  prepare(name: string): Promise<void>;
  /** After this line was answered. */
  settle(name: string): void;
};

/** The type of template 1, 2 and so on, in rotation. */
const TYPES = ["email", "blog", "social", "report", "letter", "script", "memo", "story", "note", "ad"];
const CATEGORIES = ["marketing", "sales"];
const TEMPLATES = 500;
/** Templates of the first five records of history. */
const USED = [1, 3, 6, 8, 10];

export async function makeWorld(server: TestServer, place: Place): Promise<CapturedWorld> {
  const call = server.visitor().fetch;
  const numbers = createNumbers();
  const ada = await aPerson(call, { name: "Ada", email: "ada@example.com" });
  const grace = await aPerson(call);
  const operator = await anOperator(call, place);
  // A line without a person belongs to Ada, too: everyone writes only their own items.
  for (const [number, person] of [
    [1, ada],
    [2, grace],
    [8, ada],
  ] as const)
    numbers.bind("user", number, person.id);
  await makeTemplates();
  const as = (person: Person) => ({ cookie: person.cookie });
  const profession = { profession: "Writer", phone_number: "+15550100", bio: "New bio" };
  await send("PATCH", `/items/user/${ada.id}`, profession, as(ada));
  const list = await send("POST", "/items/saved_templates", { template_id: entries(3) }, as(ada));
  numbers.bind("saved_templates", 1, list.id);
  numbers.bind("saved_templates_templates", 1, list.template_id[0]);
  for (const [index, template] of USED.entries()) {
    const record = await send("POST", "/items/history", { template_id: entries(template) }, as(ada));
    numbers.bind("history", index + 1, record.id);
    numbers.bind("history_templates", index + 1, record.template_id[0]);
  }

  async function send(method: string, path: string, body: unknown, headers: Record<string, string>) {
    const answer = await call(path, { method, json: body, headers });
    expect(answer.status, path).toBe(200);
    return (await answer.json()).data;
  }

  function entries(template: number) {
    return [{ templates_id: numbers.idOf("templates", template) }];
  }

  async function makeTemplates(): Promise<void> {
    const types = TYPES.map((id) => ({
      id,
      singular: id,
      plural: id,
      categories: CATEGORIES.map((slug) => ({ slug, label: slug })),
    }));
    expect((await postJson(call, "/items/types?fields=id", types, asOperator)).status).toBe(200);
    const told = toldTemplates();
    const averages = new Map<string, number>();
    const templates = Array.from({ length: TEMPLATES }, (_, index) => {
      const number = index + 1;
      const type = TYPES[index % TYPES.length] as string;
      const category = CATEGORIES[Math.floor(index / TYPES.length) % CATEGORIES.length] as string;
      const id = newId();
      numbers.bind("templates", number, id);
      const { content = "= Text", rating } = told.get(number) ?? {};
      averages.set(id, typeof rating === "number" ? rating : 3);
      const title = type.charAt(0).toUpperCase() + type.slice(1);
      return { id, type, category, template_name: `${title} ${category} #${number}`, content };
    });
    for (let at = 0; at < TEMPLATES; at += 100) {
      const some = templates.slice(at, at + 100);
      expect((await postJson(call, "/items/templates?fields=id", some, asOperator)).status).toBe(200);
    }
    await giveAverages(place, averages);
  }

  /** A Directus policy lets a program change everyone's items; here people change only their own. */
  function identity({ auth, path, method, body }: Capture["request"]): Record<string, string> {
    if (auth === "none") return {};
    if (auth === "bad") return { authorization: "Bearer nonsense" };
    const isPersonal = ["user", "saved_templates", "history"].includes(collectionOf(path));
    if (!isPersonal) return as(operator);
    const { user_id } = (method === "POST" ? body : {}) as { user_id?: number };
    return as(user_id === 2 ? grace : ada);
  }

  return {
    numbers,
    identity,
    // Steps that the file leaves out, inferred from later responses.
    prepare: async (name) => {
      const path = `/items/saved_templates/${numbers.idOf("saved_templates", 1)}`;
      const entryOf = (number: number) => numbers.idOf("saved_templates_templates", number);
      if (name === "saved-patch-duplicate-target") {
        const sent = [{ id: entryOf(6), ...entries(9)[0] }, { id: entryOf(7) }];
        await send("PATCH", path, { template_id: sent }, as(ada));
      }
      if (name === "saved-after-unknown-junction-id") {
        const answer = await call(path, {
          method: "PATCH",
          json: { template_id: [{ id: MISSING, ...entries(3)[0] }] },
          headers: as(ada),
        });
        expect(answer.status).toBe(403);
      }
    },
    // The existing template keeps its entry, so entry 6 of the captures is entry 1 here.
    settle: (name) => {
      if (name === "saved-patch-no-ids")
        numbers.bind("saved_templates_templates", 6, numbers.idOf("saved_templates_templates", 1));
    },
  };
}
