import type { FontPairing } from "../../contract/templates/looks.ts";
import type { SamplesByLanguage } from "../../contract/templates/samples.ts";
import type { GroupField, PageFile } from "../../contract/templates/template-file.ts";
import type { KitFile } from "../job.ts";

/** A template as rendering needs it. */
export type RenderTemplate = {
  id: string;
  type: string;
  slug: string;
  name: string;
  /** The type's label for one of it: "Invoice". */
  singular: string;
  /** Changes with everything that decides how the pages look. */
  version: string;
  content: string;
  fields: GroupField;
  sample: Record<string, unknown>;
  /** The sample in other languages. */
  samples?: SamplesByLanguage;
  title: string | null;
  page: PageFile;
  theme: { accent: string; fonts?: FontPairing };
  /** The files of the kit it was published with, if that is not the current one. */
  kit?: KitFile[] | undefined;
};
