import { t } from "@lingui/core/macro";
import { useCallback, useEffect, useRef, useState } from "react";
import type { InvalidValue, RenderedPages } from "../../../../contract/rendering/render.ts";
import { isPrivatePage } from "../../../lib/browser/private-page.ts";
import { pagesOnDevice } from "../../../lib/device/device-files.ts";
import {
  closeEngine,
  engineChoice,
  engineState,
  markEngineReady,
  mayUseEngine,
  openEngine,
} from "../../../lib/device/engine-state.ts";
import { RefusedCall } from "../../../lib/http/http-client.ts";
import { requestPages } from "../../../lib/http/render-client.ts";
import { createPageSource } from "../device/page-source.ts";
import { whenIdle } from "../device/when-idle.ts";
import type { Draft } from "../draft.ts";
import type { DraftStore } from "../draft-store.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { drawPages, type PagePicture } from "./preview-page.tsx";
import { describeFailure, type FailureNotice, planRetry } from "./render-failure.ts";
import { createRenderLoop } from "./render-loop.ts";

export type LivePages = {
  /** Empty until the first pages are rendered. */
  pages: readonly PagePicture[];
  /** The number of pages in an export. */
  printed: number;
  /** Values left out of the page because their field doesn't accept them. */
  ignored: readonly InvalidValue[];
  failure: FailureNotice | undefined;
  /** Whether the pages show the newest draft. */
  isCurrent: boolean;
};
/** `tryAgain` asks for the pages again, after a failure that nothing else ends. */
export type ShownPages = LivePages & { tryAgain(): void };

const NONE: LivePages = { pages: [], printed: 0, ignored: [], failure: undefined, isCurrent: false };
const loadingNotice = (): FailureNotice => ({
  kind: "busy",
  message: t`Loading the engine. You can already type.`,
  problems: [],
});

/** Renders the draft's pages after every change: with sample text in empty fields, or as exported. */
export function useLivePages(
  store: DraftStore,
  { id, versionId, name, isPublished }: EditorTemplate,
  mode: "preview" | "proof",
): ShownPages {
  const [live, setLive] = useState(NONE);
  const again = useRef(() => {});

  useEffect(() => {
    let drawn: readonly PagePicture[] = [];
    let requested: Draft | undefined;
    const isPrivate = isPrivatePage();
    const onDevice = ({ data, theme }: Draft, signal?: AbortSignal) =>
      pagesOnDevice(openEngine(), { id, versionId }, { data, theme, mode }, signal);
    const source = createPageSource<Draft>({
      server: ({ data, theme }, signal) => requestPages({ id, versionId }, { data, theme, mode }, signal),
      device: onDevice,
      onTakeOver: markEngineReady,
      onFailure: () => closeEngine("failed"),
    });
    const loop = createRenderLoop<Draft, RenderedPages, Omit<LivePages, "isCurrent">>({
      ask: isPrivate ? onDevice : source.ask,
      prepare: async ({ pages, printed, ignored }) => ({
        pages: await drawPages(pages, drawn, { name, printed }),
        printed,
        ignored,
        failure: undefined,
      }),
      show: (shown, { isNewest }) => {
        drawn = shown.pages;
        if (isPrivate) markEngineReady();
        setLive((before) => ({
          ...shown,
          ignored: isSame(before.ignored, shown.ignored) ? before.ignored : shown.ignored,
          isCurrent: isNewest,
        }));
      },
      onFailure: (failed) => {
        const failure = describeFailure(failed, navigator.onLine);
        if (isPrivate && !(failed.error instanceof RefusedCall)) closeEngine("failed");
        setLive((before) => ({ ...before, failure }));
      },
      planRetry,
    });
    const follow = () => {
      const draft = store.read();
      if (requested && draft.data === requested.data && draft.theme === requested.theme) return;
      // Not before something is typed: who only looks doesn't load the engine.
      if (requested && !isPrivate) loadWhenIdle();
      requested = draft;
      setLive((before) => (before.isCurrent ? { ...before, isCurrent: false } : before));
      loop.want(draft);
    };
    let cancelLoading: (() => void) | undefined;
    const loadWhenIdle = () => {
      if (isPublished !== false && mayUseEngine()) cancelLoading ??= whenIdle(source.startDevice);
    };
    const followChoice = () => {
      if (engineChoice.get() === "automatic") return loadWhenIdle();
      cancelLoading?.();
      cancelLoading = undefined;
      source.stopDevice();
    };
    again.current = () => {
      setLive((before) => ({ ...before, failure: loadingNotice() }));
      loop.want(store.read());
    };
    if (isPrivate) setLive((before) => ({ ...before, failure: loadingNotice() }));
    else if (engineState.get().kind === "ready") source.startDevice();
    follow();
    const comeBack = () => {
      if (isPrivate && engineState.get().kind === "failed") again.current();
      else loop.tryNow();
    };
    const leave = store.subscribe(follow);
    const leaveChoice = isPrivate ? () => {} : engineChoice.subscribe(followChoice);
    addEventListener("online", comeBack);
    return () => {
      leave();
      leaveChoice();
      cancelLoading?.();
      removeEventListener("online", comeBack);
      loop.stop();
    };
  }, [store, id, versionId, name, isPublished, mode]);

  const tryAgain = useCallback(() => again.current(), []);
  return { ...live, tryAgain };
}

/** Keeps the identity of equal problems, so that the form isn't rendered with every page. */
function isSame(one: readonly InvalidValue[], other: readonly InvalidValue[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
