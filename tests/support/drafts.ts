import type { TemplateDraft } from "../../contract/templates/drafts.ts";
import { type Call, postJson } from "./people.ts";

/** The header of a session or of a token. */
export type As = Record<string, string>;

type Refused = {
  errors: { message: string; extensions: Record<string, unknown> & { code: string } }[];
};

export const dataOf = async <T>(answer: Response) => ((await answer.json()) as { data: T }).data;
export const refusalOf = async (answer: Response) => ((await answer.json()) as Refused).errors[0];

/** The calls of the drafts API. */
export function draftsOf(call: Call, as: As) {
  return {
    begin: (from: unknown, more: Record<string, unknown> = {}) =>
      postJson(call, "/drafts", { from, ...more }, as),
    newDraft: async (from: unknown = "scaffold", more: Record<string, unknown> = {}) => {
      const answer = await postJson(call, "/drafts", { from, ...more }, as);
      if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
      return dataOf<TemplateDraft>(answer);
    },
    find: (id: string) => call(`/items/template_drafts/${id}`, { headers: as }),
    list: (query = "") => call(`/items/template_drafts?${query}`, { headers: as }),
    save: (id: string, changes: Record<string, unknown>) =>
      call(`/items/template_drafts/${id}`, {
        method: "PATCH",
        headers: { "content-type": "application/json", ...as },
        body: JSON.stringify(changes),
      }),
    remove: (id: string) => call(`/items/template_drafts/${id}`, { method: "DELETE", headers: as }),
    post: (path: string, body: unknown) => postJson(call, `/drafts${path}`, body, as),
    get: (path: string) => call(`/drafts${path}`, { headers: as }),
  };
}

/** The parts of a draft that are sent to render it, optionally with other texts. */
export function filesOf(draft: TemplateDraft, changes: Partial<TemplateDraft> = {}) {
  const { content, fields, sample, page, theme, title, template_name } = { ...draft, ...changes };
  return { content, fields, sample, page, theme, title, template_name };
}

export async function switchHandingIn(call: Call, operator: As, isOn: boolean): Promise<void> {
  const licence = "Everybody may use this.";
  const answer = await call("/drafts/handing-in", {
    method: "PUT",
    headers: { "content-type": "application/json", ...operator },
    body: JSON.stringify({ isOn, licence }),
  });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
}

/** The smallest draft that passes the check: checking it takes a third of a scaffold's time. */
export const SMALL = {
  content: [
    '#import "/kit/kit.typ": *',
    '#show: setup.with(title: "{heading}", font: "Inter", size: 11pt)',
    '#head(1, size: 20pt, weight: 700)[#field("heading")]',
    "",
  ].join("\n"),
  fields: JSON.stringify({
    type: "object",
    additionalProperties: false,
    required: ["heading"],
    properties: { heading: { type: "string", title: "Heading", maxLength: 40 } },
  }),
  sample: JSON.stringify({ heading: "Ferry" }),
  title: "{heading}",
};
