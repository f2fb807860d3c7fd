import { useEffect, useState } from "react";
import type { Block } from "../../../../contract/site/site.ts";
import { call, errorMessage } from "../../../lib/http/http-client.ts";
import { Blocks } from "../../../ui/page-blocks.tsx";
import styles from "./pages.module.css";

const PAUSE_MS = 250; // between two keys one types on

type View = { blocks: Block[] } | { problem: string };

/** What visitors will read, as the server reads it: a moment after the last key. */
export function PageView({ title, body }: { title: string; body: string }) {
  const view = useView(body);
  return (
    <section className={styles.pageView} aria-label="What visitors will read">
      <h2>{title.trim() || "Untitled"}</h2>
      {view && "problem" in view && <p className="muted">{view.problem}</p>}
      {view && "blocks" in view && (
        <div className="site-text">
          {view.blocks.length > 0 ? (
            <Blocks blocks={view.blocks} />
          ) : (
            <p className="muted">Without a text the page is neither linked nor there.</p>
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
        setView({ problem: `The page can't be shown just now. ${errorMessage(error)}` });
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [body]);
  return view;
}
