import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Diagnostic } from "../../contract/rendering/render.ts";
import { type Theme, theme as themeSchema } from "../../contract/templates/theme.ts";
import { RenderError, TemplateBroken } from "../../engine/errors.ts";
import { inputFor, MODES, type Mode } from "../../server/checks/data/render-input.ts";
import { readSettings } from "../../server/config/settings.ts";
import type { Pictures } from "../../server/pictures/pictures.ts";
import { drawPng } from "../../server/rendering/raster.ts";
import type { Rendering } from "../../server/rendering/rendering.ts";
import { type Command, UsageError, type Values } from "../commands.ts";
import { PATIENT_DEADLINE_MS, withPictures } from "../resources.ts";
import { shownPath, type Terminal } from "../terminal.ts";
import { findTemplateFolders, readTemplateFolder, TemplateFolderError } from "./template-folder.ts";

const CLIENT = { client: "command line", deadlineMs: PATIENT_DEADLINE_MS };

export const look: Command = {
  name: "library look",
  takes:
    "<path> [--mode sample|preview|empty|long|accents|unbroken|longest|all] [--paper us-letter] [--accent #rrggbb] [--fonts id] [--language de] [--dpi 80] --out DIR",
  does: "Makes pictures and a PDF of the templates at or below the path, as a person would see them.",
  options: {
    mode: { type: "string", default: "sample" },
    paper: { type: "string" },
    accent: { type: "string" },
    fonts: { type: "string" },
    language: { type: "string" },
    dpi: { type: "string", default: "80" },
    out: { type: "string" },
  },
  async run({ positionals, values, terminal }) {
    const [below] = positionals;
    if (!below || typeof values.out !== "string")
      throw new UsageError("Give a folder, and --out with the file to write");
    const modes = readModes(values.mode);
    const chosen = readTheme(values);
    const dpi = Number(values.dpi);
    if (!(dpi >= 24 && dpi <= 600)) throw new UsageError("--dpi is a number from 24 to 600");
    mkdirSync(values.out, { recursive: true });
    const out = values.out;
    const settings = { ...readSettings(), renderProcesses: 1, renderDeadlineMs: PATIENT_DEADLINE_MS };
    const broken = await withPictures(settings, async (makers) => {
      let broken = 0;
      for (const folder of findTemplateFolders(below)) {
        for (const mode of modes) {
          if (!(await lookAt(makers, folder, { mode, chosen, dpi, out, terminal }))) broken += 1;
        }
      }
      return broken;
    });
    return broken > 0 ? 1 : 0;
  },
};

type LookOptions = { mode: Mode; chosen: Partial<Theme>; dpi: number; out: string; terminal: Terminal };

async function lookAt(
  { rendering, pictures }: { rendering: Rendering; pictures: Pictures },
  folder: string,
  options: LookOptions,
): Promise<boolean> {
  const { mode, dpi, out, terminal } = options;
  try {
    const template = readTemplateFolder(folder);
    const input = inputFor(template, mode, options.chosen);
    const { pages, warnings } = await rendering.renderPages(input);
    const pdf = await rendering.renderPdf(input);
    for (const line of describe(template, warnings)) terminal.complain(line);
    const stem = path.join(out, `${template.type}-${template.slug}-${mode}`);
    for (const [index, page] of pages.entries()) {
      const file = `${stem}-${index + 1}.png`;
      writeFileSync(file, (await drawPng(pictures, page, { dpi }, CLIENT)).bytes);
      terminal.print(file);
    }
    writeFileSync(`${stem}.pdf`, pdf.bytes);
    for (const problem of pdf.problems) terminal.complain(`${shownPath(folder)}: ${problem.message}`);
    terminal.print(`${stem}.pdf (${pdf.conformance}, ${pages.length} pages)`);
    return warnings.length === 0;
  } catch (error) {
    if (error instanceof TemplateFolderError) terminal.complain(error.message);
    else terminal.complain(explain(folder, mode, error));
    return false;
  }
}

function describe({ folder }: { folder: string }, diagnostics: Diagnostic[]): string[] {
  return diagnostics.map(({ file, line, column, severity, message }) => {
    const where =
      file === "template.typ" ? shownPath(path.join(folder, file)) : file.replace(/^kit\//, "library/kit/");
    return `${where}:${line}:${column}: ${severity}: ${message}`;
  });
}

function explain(folder: string, mode: Mode, error: unknown): string {
  if (error instanceof TemplateBroken && error.diagnostics.length > 0)
    return describe({ folder }, error.diagnostics).join("\n");
  return `${shownPath(folder)} (${mode}): ${error instanceof RenderError ? error.message : error}`;
}

function readModes(given: Values[string]): readonly Mode[] {
  // Only the caller waits for hundreds of pages.
  if (given === "all") return MODES.filter((mode) => mode !== "longest");
  const mode = MODES.find((one) => one === given);
  if (!mode) throw new UsageError(`--mode is one of ${MODES.join(", ")}, all`);
  return [mode];
}

function readTheme({ paper, accent, fonts, language }: Values): Partial<Theme> {
  const parsed = themeSchema.partial().safeParse({ paper, accent, fonts, language });
  if (!parsed.success)
    throw new UsageError(parsed.error.issues.map((i) => `--${i.path.join(".")}: ${i.message}`).join("\n"));
  return parsed.data;
}
