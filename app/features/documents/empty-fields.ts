import { queryOptions } from "@tanstack/react-query";
import { readItem } from "../../lib/content-client.ts";
import { type DocumentRow, readDocument } from "./data.ts";
import { missingRequired } from "./filled.ts";

/** Labels of the required fields that a document still leaves empty. */
export function emptyFieldsOf({ id, rev, templates_id: template }: DocumentRow) {
  return queryOptions({
    queryKey: ["documents", id, "empty", rev],
    queryFn: async () => {
      const [{ fields }, { data }] = await Promise.all([
        readItem("templates", `${template?.id}`, { fields: ["fields"] }),
        readDocument(id),
      ]);
      return missingRequired(fields, data).map(({ label }) => label);
    },
  });
}
