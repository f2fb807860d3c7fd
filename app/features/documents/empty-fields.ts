import { queryOptions } from "@tanstack/react-query";
import type { GroupField } from "../../../contract/template-file.ts";
import { callFor } from "../session/session-client.ts";
import { type DocumentRow, readDocument } from "./data.ts";
import { missingRequired } from "./filled.ts";

/** Labels of the required fields that a document still leaves empty. */
export function emptyFieldsOf({ id, rev, templates_id: template }: DocumentRow) {
  return queryOptions({
    queryKey: ["documents", id, "empty", rev],
    queryFn: async () => {
      const [{ fields }, { data }] = await Promise.all([
        callFor<{ fields: GroupField }>(`items/templates/${template?.id}?fields=fields`),
        readDocument(id),
      ]);
      return missingRequired(fields, data).map(({ label }) => label);
    },
  });
}
