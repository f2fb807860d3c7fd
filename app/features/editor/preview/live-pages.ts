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
  /** Empty until the first are there. */
  pages: readonly PagePicture[];
  /** How many pages an export has. */
  printed: number;
  /** Values that are not on the page because they are not what their field takes (yet). */
  ignored: readonly InvalidValue[];
  failure: FailureNotice | undefined;
  /** Whether all that was typed is on the pages. */
  isCurrent: boolean;
};

const NONE: LivePages = { pages: [], printed: 0, ignored: [], failure: undefined, isCurrent: false };

/** The pages of what is in the store, following every change: with samples where nothing is typed, or as they will be exported. */
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

/** The form is drawn again when its problems change, and not with every page. */
function isSame(one: readonly InvalidValue[], other: readonly InvalidValue[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
