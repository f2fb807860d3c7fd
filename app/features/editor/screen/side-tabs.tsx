import redo from "virtual:icon/redo-2";
import undo from "virtual:icon/undo-2";
import { Tabs } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import { Icon } from "../../../ui/icon.tsx";
import { countFilled } from "../../documents/index.ts";
import { type DraftStore, useDraft, useTimeline } from "../draft-store.ts";
import type { EditorTemplate } from "../editor-template.ts";

export type SideTab = "words" | "look";

type Props = {
  tab: SideTab;
  onTab(tab: SideTab): void;
  template: EditorTemplate;
  store: DraftStore;
  words: ReactNode;
  look: ReactNode;
};

/** Beside the pages: what they say and how they look. Each scrolls alone and stays where it was. */
export function SideTabs({ tab, onTab, template, store, words, look }: Props) {
  return (
    <Tabs.Root
      className="ed-side"
      value={tab}
      onValueChange={(value) => onTab(value === "look" ? "look" : "words")}
    >
      <div className="ed-tabs">
        <Tabs.List className="list" aria-label="What to change">
          <Tabs.Tab value="words">Words</Tabs.Tab>
          <Tabs.Tab value="look">Look</Tabs.Tab>
        </Tabs.List>
        <FilledCount template={template} store={store} />
        <Steps store={store} />
      </div>
      <Tabs.Panel className="ed-scroll" value="words" keepMounted tabIndex={-1}>
        {words}
      </Tabs.Panel>
      <Tabs.Panel className="ed-scroll" value="look" keepMounted tabIndex={-1}>
        {look}
      </Tabs.Panel>
    </Tabs.Root>
  );
}

function FilledCount({ template, store }: Pick<Props, "template" | "store">) {
  const { filled, all } = countFilled(template.fields, useDraft(store).data);
  return (
    <p className="todo">
      {filled} of {all} filled in
    </p>
  );
}

function Steps({ store }: { store: DraftStore }) {
  const { past, future } = useTimeline(store);
  return (
    <div className="steps">
      <button
        type="button"
        className="icon-button"
        aria-label="Undo"
        title="Undo (Ctrl Z)"
        aria-keyshortcuts="Control+Z"
        disabled={past.length === 0}
        onClick={store.undo}
      >
        <Icon of={undo} />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label="Redo"
        title="Redo (Ctrl Shift Z)"
        aria-keyshortcuts="Control+Shift+Z"
        disabled={future.length === 0}
        onClick={store.redo}
      >
        <Icon of={redo} />
      </button>
    </div>
  );
}
