import type { EditorView } from "@codemirror/view";
import type { ContentStore } from "../draft-content.ts";
import { fetchTokens } from "../drafts-client.ts";
import { setTokens } from "./source-colours.ts";

const PAUSE_MS = 150; // between letters typed quickly nobody looks at the colours

/** Asks for the colours of what is in the editor, some time after it changed; an answer to an older text is dropped. */
export function followTokens(view: EditorView, work: ContentStore): () => void {
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
      // The colours there were stay; the next change asks again.
      if (asked === content) asked = undefined;
    }
  }

  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE_MS);
  };
  void ask();
  const leave = work.subscribe(wait);
  return () => {
    leave();
    clearTimeout(timer);
    asking?.abort();
  };
}
