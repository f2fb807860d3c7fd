import { spawn } from "node:child_process";
import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { DraftPages, SampleMode, TemplateDraft } from "../../contract/templates/drafts.ts";
import { dataOf, draftsOf, filesOf } from "./drafts.ts";
import { COMMAND_LINE } from "./program.ts";
import { COMPILE_CACHE, startServer } from "./server.ts";
import { asOperator, OPERATOR_TOKEN } from "./shelf.ts";

type Call = Parameters<typeof draftsOf>[0];
type As = Parameters<typeof draftsOf>[1];

/**
 * What `library export` writes of a template, as another library has it that was started with nothing but this folder. `said` is what
 * `library check` says of the whole folder. Other templates than the one are taken out before: they are not what is asked about.
 */
export async function openElsewhere(dataDir: string, url: string) {
  const scratch = mkdtempSync(path.join(tmpdir(), "typecase-elsewhere-"));
  const folder = path.join(scratch, "library");
  const exported = await typecase(["library", "export", folder], { DATA_DIR: dataDir });
  const [, type = "", slug = ""] = url.split("/");
  for (const each of globSync("*/*/*/", { cwd: folder }))
    if (!(each.startsWith(`${type}/`) && path.basename(each) === slug))
      rmSync(path.join(folder, each), { recursive: true });
  const environment = { LIBRARY_DIR: folder, RENDER_PROCESSES: "1", OPERATOR_TOKEN };
  const [checked, server] = await Promise.all([
    typecase(["library", "check", folder], { RENDER_PROCESSES: "1" }),
    startServer({ environment: { ...environment, DATA_DIR: path.join(scratch, "data") } }),
  ]);
  return {
    exported,
    checked,
    drawn: (modes: readonly SampleMode[]) => drawnPages(server.fetch, asOperator, url, modes),
    async close() {
      await server.stop();
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}

/** The pages of a published template in these views, as an operator sees them. */
export async function drawnPages(
  call: Call,
  as: As,
  url: string,
  modes: readonly SampleMode[],
): Promise<string[][]> {
  const drafts = draftsOf(call, as);
  const found = await call(`/items/templates?fields=id&filter[url][_eq]=${url}`);
  const [template] = await dataOf<{ id: string }[]>(found);
  const draft: TemplateDraft = await drafts.newDraft({ template: template?.id });
  const made = modes.map(async (mode) => {
    const answer = await drafts.post("/render", { ...filesOf(draft), mode });
    const { pages } = (await answer.json()) as DraftPages;
    return pages.map(({ svg }) => svg);
  });
  const drawn = await Promise.all(made);
  await drafts.remove(draft.id);
  return drawn;
}

/** Runs the command line as an operator does; returns its last output if it succeeded. */
async function typecase(words: string[], environment: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [COMMAND_LINE, ...words], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk;
    });
  const code = await new Promise((resolve) => child.once("close", resolve));
  return code === 0 ? (output.trim().split("\n").at(-1) ?? "") : `ended with ${code}: ${output}`;
}
