import { readFileSync } from "node:fs";
import { RenderError } from "../../engine/errors.ts";
import { type FontIndex, readFontIndex } from "../../engine/font-index.ts";
import { prepareJob, type RenderInput } from "../../engine/input/render-job.ts";
import type { Drawing, FontFile, Job, JobResult, TextRun } from "../../engine/job.ts";
import { hashOf } from "../cache/bounded-cache.ts";
import { type Kit, readKit } from "../catalogue/versions/kits.ts";
import { installedPath } from "../config/program-files.ts";
import type { Log } from "../log/logging.ts";
import type { RenderWatch } from "../metrics/metrics.ts";
import { isNetworkDenied } from "../process/child-rights.ts";
import { listFonts, readableFolders } from "./fonts.ts";
import { createPool, type Pool, type PoolState, type SubmitOptions } from "./pool.ts";
import type { spawnChild } from "./sandbox.ts";

export type RenderingSettings = {
  processes: number;
  queue: number;
  deadlineMs: number;
  kitDir: string;
  /** Fonts besides the packaged ones: every TTF or OTF below these folders. */
  fontFolders?: readonly string[];
  rendersPerProcess?: number;
  bytesPerProcess?: number;
  /** When the first process starts, unless a job needs it earlier, and when the others start. */
  first?: Promise<unknown>;
  others?: Promise<unknown>;
};

type ResultOf<Kind extends Job["kind"]> = Omit<Extract<JobResult, { kind: Kind }>, "kind">;
export type Pdf = ResultOf<"pdf">;

export type Rendering = {
  /** Changes with the kit and the compiler, and with it how any page may look. */
  version: string;
  /** The kit of renders that name no other. */
  kit: Kit;
  renderPages(input: RenderInput, options?: SubmitOptions): Promise<ResultOf<"pages">>;
  /** The first page alone. */
  renderSheet(input: RenderInput, options?: SubmitOptions): Promise<Drawing>;
  renderPdf(input: RenderInput, options?: SubmitOptions): Promise<Pdf>;
  /** The text of each page; for comparing a preview with an export. */
  renderText(input: RenderInput, options?: SubmitOptions): Promise<TextRun[][]>;
  /** The largest word of the first page, cut out of it. */
  renderSpecimen(input: RenderInput, options?: SubmitOptions): Promise<Drawing>;
  /** The tokens of a source, for colouring it. */
  readTokens(source: string, options?: SubmitOptions): Promise<ResultOf<"tokens">>;
  fonts(): Promise<FontIndex>;
  /** The fonts as the compiler gets them, in its order. */
  fontFiles(): Promise<FontFile[]>;
  /** Once pages can be made for the first time. */
  ready(): Promise<void>;
  /** Whether pages can be made now, and by how many processes. */
  health(): { passes: boolean; detail: string };
  state(): PoolState;
  close(): Promise<void>;
};

const COMPILER = installedPath("node_modules/@myriaddreamin/typst-ts-web-compiler/package.json");
const RENDERS_PER_PROCESS = 50_000;
const BYTES_PER_PROCESS = 900 * 1024 * 1024;

type RenderingParts = {
  settings: RenderingSettings;
  log: Log;
  spawn?: typeof spawnChild;
  watch?: RenderWatch | undefined;
};

export function createRendering({ settings, log, spawn, watch }: RenderingParts): Rendering {
  const kit = readKit(settings.kitDir);
  // Listed for the first process only: reading the packages takes 70 ms of the start.
  let files: FontFile[] | undefined;
  const listed = () => {
    files ??= listFonts(settings.fontFolders);
    return files;
  };
  const pool = createPool({
    processes: settings.processes,
    queue: settings.queue,
    deadlineMs: settings.deadlineMs,
    rendersPerProcess: settings.rendersPerProcess ?? RENDERS_PER_PROCESS,
    bytesPerProcess: settings.bytesPerProcess ?? BYTES_PER_PROCESS,
    first: settings.first,
    others: settings.others,
    fontFolders: readableFolders(settings.fontFolders),
    start: () => ({ kit: kit.files, fonts: listed() }),
    log,
    ...(spawn ? { spawn } : {}),
    ...(watch ? { onStarted: (task) => watch.waited(secondsSince(task.submittedAt), task.lane) } : {}),
  });
  const submit = watch ? watched(pool.submit, watch) : pool.submit;
  let fontIndex: Promise<FontIndex> | undefined;

  async function render<Kind extends Job["kind"]>(
    kind: Kind,
    input: RenderInput,
    options?: SubmitOptions,
  ): Promise<ResultOf<Kind>> {
    const answer = await submit(prepareJob(kind, input), options);
    if (answer.kind !== kind) throw new TypeError("a render process answered with the wrong kind");
    const { kind: _, ...result } = answer as Extract<JobResult, { kind: Kind }>;
    return result;
  }

  function fonts() {
    fontIndex ??= pool.ready().then(readFontIndex);
    fontIndex.catch(() => {
      fontIndex = undefined;
    });
    return fontIndex;
  }

  function health() {
    const { idle, busy, starting } = pool.state();
    const counts = `${idle + busy} of ${settings.processes} processes can make pages${starting > 0 ? `, ${starting} starting` : ""}`;
    const network = isNetworkDenied()
      ? "They have no network."
      : "They have the server's network: this system does not let them be without (docs/operating.md).";
    return { passes: pool.canRender(), detail: `${counts}. ${network}` };
  }

  return {
    version: hashOf(JSON.parse(readFileSync(COMPILER, "utf8")).version, kit.files),
    kit,
    renderPages: (input, options) => render("pages", input, options),
    renderSheet: async (input, options) => (await render("sheet", input, options)).sheet,
    renderPdf: (input, options) => render("pdf", input, options),
    renderText: async (input, options) => (await render("text", input, options)).pages,
    renderSpecimen: async (input, options) => (await render("specimen", input, options)).specimen,
    readTokens: (source, options) => render("tokens", { source }, options),
    fonts,
    fontFiles: pool.ready,
    ready: async () => void (await pool.ready()),
    health,
    state: pool.state,
    close: pool.close,
  };
}

const secondsSince = (moment: number) => (performance.now() - moment) / 1000;

function watched(submit: Pool["submit"], watch: RenderWatch): Pool["submit"] {
  return async (job, options) => {
    const startedAt = performance.now();
    try {
      const result = await submit(job, options);
      watch.ended(secondsSince(startedAt), "made");
      return result;
    } catch (error) {
      watch.ended(
        secondsSince(startedAt),
        error instanceof RenderError ? error.code.toLowerCase() : "failed",
      );
      throw error;
    }
  };
}
