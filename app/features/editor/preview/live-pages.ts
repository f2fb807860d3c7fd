import { useEffect, useState } from "react";
import type { InvalidValue, RenderedPages } from "../../../../contract/rendering/render.ts";
import { requestPages } from "../../../lib/http/render-client.ts";
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

const NONE: LivePages = { pages: [], printed: 0, ignored: [], failure: undefined, isCurrent: false };

/** Renders the draft's pages after every change: with sample text in empty fields, or as exported. */
export function useLivePages(
  store: DraftStore,
  { id, versionId, name }: EditorTemplate,
  mode: "preview" | "proof",
): LivePages {
  const [live, setLive] = useState(NONE);

  useEffect(() => {
    let drawn: readonly PagePicture[] = [];
    let asked: Draft | undefined;
    const loop = createRenderLoop<Draft, RenderedPages, Omit<LivePages, "isCurrent">>({
      ask: ({ data, theme }, signal) => requestPages({ id, versionId }, { data, theme, mode }, signal),
      prepare: async ({ pages, printed, ignored }) => ({
        pages: await drawPages(pages, drawn, { name, printed }),
        printed,
        ignored,
        failure: undefined,
      }),
      show: (shown, { isNewest }) => {
        drawn = shown.pages;
        setLive((before) => ({
          ...shown,
          ignored: isSame(before.ignored, shown.ignored) ? before.ignored : shown.ignored,
          isCurrent: isNewest,
        }));
      },
      onFailure: (failed) => {
        const failure = describeFailure(failed, navigator.onLine);
        setLive((before) => ({ ...before, failure }));
      },
      planRetry,
    });
    const follow = () => {
      const draft = store.read();
      if (asked && draft.data === asked.data && draft.theme === asked.theme) return;
      asked = draft;
      setLive((before) => (before.isCurrent ? { ...before, isCurrent: false } : before));
      loop.want(draft);
    };
    follow();
    const leave = store.subscribe(follow);
    addEventListener("online", loop.tryNow);
    return () => {
      leave();
      removeEventListener("online", loop.tryNow);
      loop.stop();
    };
  }, [store, id, versionId, name, mode]);

  return live;
}

/** Keeps the identity of equal problems, so that the form isn't rendered with every page. */
function isSame(one: readonly InvalidValue[], other: readonly InvalidValue[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
