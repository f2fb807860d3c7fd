import { t } from "@lingui/core/macro";
import type { RenderTheme } from "../../../../../contract/rendering/render.ts";
import type { DraftDiagnostic, DraftPages, SampleMode } from "../../../../../contract/templates/drafts.ts";
import { SAMPLE_MODES } from "../../../../../contract/templates/drafts.ts";
import { createStore, type Store } from "../../../../lib/browser/store.ts";
import {
  createRenderLoop,
  describeFailure,
  drawPages,
  type PagePicture,
  planRetry,
} from "../../../editor/index.ts";
import { type ContentStore, type DraftContent, filesOf } from "../draft-content.ts";
import { faultsOf, renderDraft } from "../drafts-client.ts";
import { formatRenderError } from "./sample-modes.ts";

/** One sample of the draft, as last rendered. */
export type Proof = {
  /** The first page of the last successful rendering, for the strip. */
  first: PagePicture | undefined;
  count: number;
  /** Why the newest rendering failed. */
  faults: readonly DraftDiagnostic[] | undefined;
  warnings: readonly DraftDiagnostic[];
  /** Whether it shows the current text. */
  isCurrent: boolean;
};

/** The pages of the selected sample. */
type ShownPages = {
  mode: SampleMode;
  pages: readonly PagePicture[];
  /** Why they are outdated: an error in the draft, or an unreachable server. */
  problem: string | undefined;
  drawnIn: number | undefined;
  /** Whether they show the current text. */
  isCurrent: boolean;
};

export type Proofs = {
  strip: Store<Readonly<Record<SampleMode, Proof>>>;
  shown: Store<ShownPages>;
  show(mode: SampleMode): void;
  setLook(look: RenderTheme): void;
  stop(): void;
};

type Asked = { content: DraftContent; mode: SampleMode; look: RenderTheme };
type Answered = { asked: Asked; answer: DraftPages; took: number };

const PAUSE_MS = 250; // the large page follows every keystroke, the strip a pause in typing
const RETRY_MS = 3_000;
const NOTHING: Proof = { first: undefined, count: 0, faults: undefined, warnings: [], isCurrent: false };

/** Marked as outdated; the same object if it already is. */
const late = (proof: Proof): Proof => (proof.isCurrent ? { ...proof, isCurrent: false } : proof);

/** Renders the selected sample with every change, and all others soon after. */
export function createProofs(store: ContentStore): Proofs {
  const strip = createStore<Record<SampleMode, Proof>>({
    sample: NOTHING,
    preview: NOTHING,
    empty: NOTHING,
    long: NOTHING,
    rtl: NOTHING,
    rows: NOTHING,
  });
  const shown = createStore<ShownPages>({
    mode: "sample",
    pages: [],
    problem: undefined,
    drawnIn: undefined,
    isCurrent: false,
  });
  let look: RenderTheme = {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let others: AbortController | undefined;
  /** The last answer for the large page, so that the strip doesn't request it again. */
  let lastAnswer: Answered | undefined;

  const put = (mode: SampleMode, proof: Partial<Proof>) =>
    strip.set({ ...strip.get(), [mode]: { ...strip.get()[mode], ...proof } });

  const loop = createRenderLoop<Asked, Answered, { answered: Answered; pages: PagePicture[] }>({
    ask: async (asked, signal) => {
      const since = performance.now();
      const answer = await renderDraft(
        { ...filesOf(asked.content), mode: asked.mode, look: asked.look },
        { signal, isLater: false },
      );
      return { asked, answer, took: performance.now() - since };
    },
    prepare: async (answered) => {
      const { asked, answer } = answered;
      const before = asked.mode === shown.get().mode ? shown.get().pages : [];
      const name = asked.content.template_name || t`Draft`;
      return { answered, pages: await drawPages(answer.pages, before, { name, printed: answer.count }) };
    },
    show: ({ answered, pages }, { isNewest }) => {
      const { asked, answer, took } = answered;
      if (asked.mode !== shown.get().mode) return;
      lastAnswer = answered;
      shown.set({ mode: asked.mode, pages, problem: undefined, drawnIn: took, isCurrent: isNewest });
      put(asked.mode, { count: answer.count, faults: undefined, warnings: answer.diagnostics });
    },
    onFailure: (failure) => {
      const faults = faultsOf(failure.error);
      const { mode } = shown.get();
      if (faults) put(mode, { faults, isCurrent: true });
      const problem = faults ? formatRenderError(faults) : describeFailure(failure, navigator.onLine).message;
      shown.set({ ...shown.get(), problem });
    },
    planRetry,
  });

  function follow() {
    const { mode } = shown.get();
    if (shown.get().isCurrent) shown.set({ ...shown.get(), isCurrent: false });
    loop.want({ content: store.get(), mode, look });
    others?.abort();
    clearTimeout(timer);
    timer = setTimeout(drawStrip, PAUSE_MS);
    const before = strip.get();
    strip.set({
      sample: late(before.sample),
      preview: late(before.preview),
      empty: late(before.empty),
      long: late(before.long),
      rtl: late(before.rtl),
      rows: late(before.rows),
    });
  }

  function drawStrip() {
    const here = new AbortController();
    others = here;
    const asked = { content: store.get(), look };
    for (const mode of SAMPLE_MODES) void drawProof(mode, asked, here.signal);
  }

  async function drawProof(mode: SampleMode, asked: Omit<Asked, "mode">, signal: AbortSignal) {
    const isShown = mode === shown.get().mode;
    const known =
      isShown && lastAnswer?.asked.content === asked.content && lastAnswer.asked.look === asked.look;
    try {
      const answer =
        known && lastAnswer?.asked.mode === mode
          ? lastAnswer.answer
          : await renderDraft(
              { ...filesOf(asked.content), mode, look: asked.look, pages: 1 },
              { signal, isLater: true },
            );
      const before = strip.get()[mode].first;
      const [first] = await drawPages(answer.pages.slice(0, 1), before ? [before] : [], {
        name: "",
        printed: 1,
      });
      if (!signal.aborted)
        put(mode, {
          first,
          count: answer.count,
          faults: undefined,
          warnings: answer.diagnostics,
          isCurrent: true,
        });
    } catch (error) {
      if (signal.aborted) return;
      const faults = faultsOf(error);
      if (faults) put(mode, { faults, isCurrent: true });
      // Busy or out of reach: the previous page stays until then.
      else setTimeout(() => !signal.aborted && drawProof(mode, asked, signal), RETRY_MS);
    }
  }

  follow();
  let drawn = store.get();
  const leave = store.subscribe(() => {
    const next = store.get();
    const isSame = JSON.stringify(filesOf(next)) === JSON.stringify(filesOf(drawn));
    drawn = next;
    if (!isSame) follow();
  });
  const online = () => follow();
  addEventListener("online", online);

  return {
    strip,
    shown,
    show: (mode) => {
      if (mode === shown.get().mode) return;
      const known = strip.get()[mode];
      shown.set({
        mode,
        pages: known.first ? [known.first] : [],
        problem: known.faults && formatRenderError(known.faults),
        drawnIn: undefined,
        isCurrent: false,
      });
      loop.want({ content: store.get(), mode, look });
    },
    setLook: (next) => {
      look = next;
      follow();
    },
    stop: () => {
      leave();
      removeEventListener("online", online);
      clearTimeout(timer);
      others?.abort();
      loop.stop();
    },
  };
}

/** The faults of all samples, each once; one that the plain sample also has names no sample. */
export function gatherFaults(proofs: Readonly<Record<SampleMode, Proof>>): DraftDiagnostic[] {
  const met = new Map<string, { fault: DraftDiagnostic; modes: Set<SampleMode> }>();
  for (const mode of SAMPLE_MODES) {
    const { faults, warnings } = proofs[mode];
    for (const fault of [...(faults ?? []), ...warnings]) {
      const key = `${fault.file} ${fault.line}:${fault.column} ${fault.message}`;
      const known = met.get(key) ?? { fault, modes: new Set() };
      known.modes.add(mode);
      met.set(key, known);
    }
  }
  const gathered = [...met.values()].map(({ fault: { mode: _, ...fault }, modes }): DraftDiagnostic => {
    const [first] = modes;
    return modes.has("sample") || !first ? fault : { ...fault, mode: first };
  });
  const rank = ({ severity }: DraftDiagnostic) => (severity === "error" ? 0 : 1);
  return gathered.sort((one, other) => rank(one) - rank(other) || one.line - other.line);
}
