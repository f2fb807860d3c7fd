import type { EditorView } from "@codemirror/view";
import type { ContentStore } from "../draft-content.ts";
import { fetchTokens } from "../drafts-client.ts";
import { setTokens } from "./source-colours.ts";

const PAUSE_MS = 150; // colours can wait for a pause in typing

/** Requests syntax colours a moment after each change; answers for an older text are dropped. */
export function followTokens(view: EditorView, store: ContentStore): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | undefined;
  let asked: string | undefined;

  async function ask() {
    const content = view.state.doc.toString();
    if (content === asked) return;
    asked = content;
    asking?.abort();
    asking = new AbortController();
    try {
      const tokens = await fetchTokens(content, asking.signal);
      if (view.state.doc.toString() === content) view.dispatch({ effects: setTokens.of(tokens) });
    } catch {
      // The previous colours stay until the next change.
      if (asked === content) asked = undefined;
    }
  }

  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE_MS);
  };
  void ask();
  const leave = store.subscribe(wait);
  return () => {
    leave();
    clearTimeout(timer);
    asking?.abort();
  };
}
