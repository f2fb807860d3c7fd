import type { SheetWidth } from "../../../../contract/limits.ts";
import { isPicture, type MeaningValues } from "../../../../contract/people/details.ts";
import { isPrivatePage } from "../../../lib/browser/private-page.ts";
import { requestSheet } from "../../../lib/http/render-client.ts";
import { drawInView, type PageDrawing } from "./page-drawing.ts";
import { fetchSheetTemplates, type SheetJob, sheetJob, sheetWidth } from "./sheet-jobs.ts";
import type { Progress } from "./sheet-queue.ts";
import { widthOnPage } from "./sheets-in-view.ts";
import { findStoredSheet, storeSheet } from "./stored-sheets.ts";

/**
 * Draws the sheets of the page with these values. Sheets that the server drew before with the same values are read from this device.
 */
export function drawWithValues(values: MeaningValues, tell: (progress: Progress) => void): PageDrawing {
  const small = withSmallPictures(values);
  if (isPrivatePage()) return drawOnDevice(small, tell);
  const parts = {
    describe: async (templates: readonly string[], signal: AbortSignal) => {
      const jobs = new Map<string, SheetJob>();
      for (const template of await fetchSheetTemplates(templates, signal)) {
        const width = sheetWidth(widthOnPage(template.id), devicePixelRatio);
        const job = sheetJob(template, await small, width);
        if (job) jobs.set(template.id, job);
      }
      return jobs;
    },
    findStored: ({ key }: SheetJob) => findStoredSheet(key),
    draw: async ({ template, data, width, key }: SheetJob, signal: AbortSignal) =>
      storeSheet(key, await requestSheet(template, { data, width }, signal)),
  };
  return drawInView(parts, tell);
}

type DeviceJob = { template: string; width: SheetWidth };

/** This device reads and draws one template after the other, and stores none of the pictures. */
function drawOnDevice(values: Promise<MeaningValues>, tell: (progress: Progress) => void): PageDrawing {
  const addresses: string[] = [];
  const parts = {
    describe: async (templates: readonly string[]) => {
      const widthOf = (template: string) => sheetWidth(widthOnPage(template), devicePixelRatio);
      return new Map(
        templates.map((template): [string, DeviceJob] => [template, { template, width: widthOf(template) }]),
      );
    },
    findStored: async () => undefined,
    draw: async ({ template, width }: DeviceJob, signal: AbortSignal) => {
      const { drawSheet } = await import("./device-sheets.ts");
      const address = URL.createObjectURL(await drawSheet(template, width, await values, signal));
      addresses.push(address);
      return address;
    },
  };
  const { tryAgain, stop } = drawInView(parts, tell);
  return {
    tryAgain,
    stop: () => {
      stop();
      for (const address of addresses) URL.revokeObjectURL(address);
    },
  };
}

/** Pixels along the longer side: enough for a photo or logo on a small sheet. */
const LONGEST_SIDE = 240;
const SMALL_ENOUGH = 20_000; // characters: no larger than a sheet

/**
 * The same values with small pictures, because they are sent with every sheet. A picture that can't be decoded
 * stays as it is.
 */
async function withSmallPictures(values: MeaningValues): Promise<MeaningValues> {
  const texts = await Promise.all(
    Object.entries(values.texts).map(async ([meaning, text]): Promise<[string, string]> => {
      const isLarge = isPicture(meaning) && text.length > SMALL_ENOUGH && !text.startsWith("data:image/svg");
      return [meaning, isLarge ? await shrink(text).catch(() => text) : text];
    }),
  );
  return { ...values, texts: Object.fromEntries(texts) };
}

async function shrink(address: string): Promise<string> {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const { naturalWidth: width, naturalHeight: height } = picture;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const small = canvas.toDataURL("image/webp", 0.8);
  return small.length < address.length ? small : address;
}
