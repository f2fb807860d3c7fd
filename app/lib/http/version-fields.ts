import { SOURCE_LANGUAGE } from "../../../contract/site/interface-languages.ts";
import type { GroupField } from "../../../contract/templates/template-file.ts";
import { inPageLanguage } from "../i18n/addresses.ts";
import { pageLanguage } from "../i18n/i18n.tsx";
import { readItem } from "./content-client.ts";
import { call } from "./http-client.ts";

/** The fields of a version with their texts in the page's language; the content API has them in English. */
export async function readVersionFields(id: string, signal?: AbortSignal): Promise<GroupField> {
  if (pageLanguage() === SOURCE_LANGUAGE)
    return (await readItem("template_versions", id, { fields: ["fields"], signal })).fields;
  const address = inPageLanguage(`/template-versions/${id}/fields`);
  return (await (await call(address.slice(1), { signal, isPublic: true })).json()).data;
}
