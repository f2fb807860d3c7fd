import { t } from "@lingui/core/macro";
import { isPicture } from "../../../../../contract/people/details.ts";
import { readPicture } from "../../../../lib/pictures/picture.ts";
import { textLabel } from "../../detail-labels.ts";
import type { ImportFile, ImportProblem } from "../import-file.ts";

/** Redraws and scales pictures down as the form does. Pictures the browser can't draw are ignored. */
export async function shrinkPictures(read: ImportFile | ImportProblem): Promise<ImportFile | ImportProblem> {
  if ("problem" in read) return read;
  const { understood, left } = read.result;
  const texts: Record<string, string> = {};
  const unreadable: string[] = [];
  for (const [name, text] of Object.entries(understood.texts)) {
    const shrunk = isPicture(name) && !isDrawing(text) ? await shrink(text) : text;
    if (shrunk === undefined) unreadable.push(name);
    else texts[name] = shrunk;
  }
  const more = unreadable.map((name) => ({
    what: textLabel(name),
    why: t`this browser can’t read the picture`,
  }));
  return { ...read, result: { understood: { ...understood, texts }, left: [...left, ...more] } };
}

/** A drawing stays a drawing. */
function isDrawing(address: string): boolean {
  return address.startsWith("data:image/svg+xml");
}

async function shrink(address: string): Promise<string | undefined> {
  const [, type = "", letters = ""] = /^data:([^;]+);base64,(.*)$/.exec(address) ?? [];
  try {
    const bytes = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
    return await readPicture(new Blob([bytes], { type }));
  } catch {
    return undefined;
  }
}
