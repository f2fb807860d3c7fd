import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import type { Block } from "../../../../contract/site/site.ts";
import { call, errorMessage } from "../../../lib/http/http-client.ts";
import { Blocks } from "../../../ui/page-blocks.tsx";
import styles from "./pages.module.css";

const PAUSE_MS = 250; // waits for a pause in typing

type View = { blocks: Block[] } | { problem: string };

/** A preview of the page, rendered by the server a moment after the last keystroke. */
export function PageView({ title, body }: { title: string; body: string }) {
  const view = useView(body);
  return (
    <section className={styles.pageView} aria-label={t`Preview`}>
      <h2>{title.trim() || t`Untitled`}</h2>
      {view && "problem" in view && <p className="muted">{view.problem}</p>}
      {view && "blocks" in view && (
        <div className="site-text">
          {view.blocks.length > 0 ? (
            <Blocks blocks={view.blocks} />
          ) : (
            <p className="muted">{t`An empty page isn’t published.`}</p>
          )}
        </div>
      )}
    </section>
  );
}

function useView(body: string): View | undefined {
  const [view, setView] = useState<View>();
  useEffect(() => {
    const left = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const answer = await call("site/page-view", { json: { body }, signal: left.signal });
        const { data }: { data: { blocks: Block[] } } = await answer.json();
        setView(data);
      } catch (error) {
        if (left.signal.aborted) return;
        console.error("Page view failed", error);
        const reason = errorMessage(error);
        setView({ problem: t`We couldn’t load the preview. ${reason}` });
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [body]);
  return view;
}
