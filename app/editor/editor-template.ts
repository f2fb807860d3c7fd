import type { GroupField, PageFile } from "../../contract/template-file.ts";
import type { FontPairing } from "../../contract/theme.ts";

/** What the editor knows of its template; the route's loader makes it. */
export type EditorTemplate = {
  id: string;
  /** Its own page, `/invoices/quarto`. */
  url: string;
  name: string;
  type: { slug: string; singular: string };
  page: PageFile;
  /** "Invoice {number}": what a document without a title of its own is called. */
  titlePattern: string;
  theme: { accent: string; fonts?: FontPairing };
  fields: GroupField;
  /** Greyed where nothing has been typed; never in an export. */
  sample: Record<string, unknown>;
};
