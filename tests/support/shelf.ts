import { type Call, postJson } from "./people.ts";

export const OPERATOR_TOKEN = "operator-token-for-tests-0123456789";
export const asOperator = { authorization: `Bearer ${OPERATOR_TOKEN}` };

const CATEGORIES = ["marketing", "sales"];

/** Creates types and templates through the API: `count` templates, in rotation over the types. */
export async function aShelf(
  call: Call,
  { types = ["blog", "email", "ad"], count = 30 }: { types?: string[]; count?: number } = {},
): Promise<{ id: string; type: string; category: string; template_name: string }[]> {
  for (const id of types)
    await succeed(
      postJson(
        call,
        "/items/types",
        {
          id,
          singular: `${id} piece`,
          plural: `${id} pieces`,
          categories: CATEGORIES.map((slug) => ({ slug, label: slug })),
        },
        asOperator,
      ),
    );
  const templates = Array.from({ length: count }, (_, index) => ({
    type: types[index % types.length] as string,
    category: CATEGORIES[Math.floor(index / types.length) % CATEGORIES.length] as string,
    template_name: `${types[index % types.length]} number ${index + 1}`,
    content: `= ${index + 1}`,
  }));
  const made: { id: string }[] = [];
  for (let at = 0; at < templates.length; at += 100) {
    const { data } = await succeed<{ data: { id: string }[] }>(
      postJson(call, "/items/templates?fields=id", templates.slice(at, at + 100), asOperator),
    );
    made.push(...data);
  }
  return templates.map((template, index) => ({ ...template, id: (made[index] as { id: string }).id }));
}

async function succeed<T>(answering: Promise<Response>): Promise<T> {
  const answer = await answering;
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}
