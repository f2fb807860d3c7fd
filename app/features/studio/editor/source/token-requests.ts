import type { EditorView } from "@codemirror/view";
import type { ContentStore } from "../draft-content.ts";
import { fetchTokens } from "../drafts-client.ts";
import { setTokens } from "./source-colours.ts";

const PAUSE_MS = 150; // colours can wait for a pause in typing

/** Requests syntax colours a moment after each change; answers for an older text are dropped. */
export function followTokens(view: EditorView, store: ContentStore): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let request: AbortController | undefined;
  let requested: string | undefined;

  async function load() {
    const content = view.state.doc.toString();
    if (content === requested) return;
    requested = content;
    request?.abort();
    request = new AbortController();
    try {
      const tokens = await fetchTokens(content, request.signal);
      if (view.state.doc.toString() === content) view.dispatch({ effects: setTokens.of(tokens) });
    } catch {
      // The previous colours stay until the next change.
      if (requested === content) requested = undefined;
    }
  }

  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(load, PAUSE_MS);
  };
  void load();
  const leave = store.subscribe(wait);
  return () => {
    leave();
    clearTimeout(timer);
    request?.abort();
  };
}
