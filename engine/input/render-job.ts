import type { Placement } from "../../contract/rendering/print-sheets.ts";
import { RENDER_LIMITS, type RenderMode, type RenderTheme } from "../../contract/rendering/render.ts";
import type { GroupField } from "../../contract/templates/template-file.ts";
import { sumsOfPage } from "../../shared/bill/page-sums.ts";
import type { Archive, Job, KitFile, Picture } from "../job.ts";
import { checkSize, checkSource, cleanData, cleanText } from "./data.ts";
import { isPictureText, takePictures } from "./pictures.ts";

/** The content of a document. `fields` is the template's JSON Schema, which tells where in the data pictures are. */
export type RenderInput = {
  source: string;
  data?: unknown;
  sample?: unknown;
  /** The part of the sample that rows with typed values still show; by default all of it. */
  rowSample?: unknown;
  theme?: RenderTheme;
  fields?: GroupField;
  mode?: RenderMode;
  /** The PDF's title; by default the one in the template's source. */
  title?: string;
  /** The files of the kit it was published with, if that is not the current one. */
  kit?: KitFile[] | undefined;
  /** Of a PDF: the sheets that its pages are put on. */
  placement?: Placement | undefined;
  /** Of a PDF: declared as PDF/A, perhaps with an e-invoice attached. */
  archive?: Archive | undefined;
};

/** The job of a render: its data cleaned, its pictures as files. */
export function prepareJob(kind: Job["kind"], input: RenderInput): Job {
  const pictures: Picture[] = [];
  const data = takePictures(cleanData(input.data, isPictureText), input.fields, pictures);
  const sample = takePictures(cleanData(input.sample, isPictureText), input.fields, pictures);
  const rowSample = takePictures(
    cleanData(input.rowSample ?? input.sample, isPictureText),
    input.fields,
    pictures,
  );
  return {
    kind,
    source: checkSource(input.source),
    inputs: {
      data: checkSize(JSON.stringify(data)),
      sample: checkSize(JSON.stringify(sample)),
      rowSample: JSON.stringify(rowSample),
      theme: JSON.stringify(cleanData(input.theme)),
      mode: input.mode ?? "final",
      title: JSON.stringify(cleanText(input.title ?? "")),
      sums: JSON.stringify((input.fields && sumsOfPage(input.fields, data, sample)) ?? null),
    },
    pictures,
    maxPages: RENDER_LIMITS.pages,
    ...(input.placement ? { placement: input.placement } : {}),
    ...(input.kit ? { kit: input.kit } : {}),
    ...(input.archive ? { archive: input.archive } : {}),
  };
}
