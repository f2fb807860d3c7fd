import check from "virtual:icon/check";
import alert from "virtual:icon/circle-alert";
import { useState } from "react";
import { useStore } from "../../../../lib/browser/store.ts";
import { latePart, useLatePart } from "../../../../lib/pages/late-part.ts";
import { Icon } from "../../../../ui/icon.tsx";
import type { Autosave } from "./autosave.ts";
import { hasUnsaved, type SaveState } from "./save-state.ts";
import "./saving.module.css";

const differenceDialog = latePart(() => import("./difference-dialog.tsx"));

/** The save status; after a conflict with a button that shows both versions. */
export function SaveLine({ autosave }: { autosave: Autosave }) {
  const state = useStore(autosave.state);
  const savedAt = useStore(autosave.savedAt);
  const [isShown, setShown] = useState(false);
  const { trouble } = state;
  const conflict = trouble?.kind === "conflict" ? trouble : undefined;
  const DifferenceDialog = useLatePart(differenceDialog, conflict !== undefined);
  return (
    <>
      <span className="save-line" role="status" data-save-state={nameOf(state)}>
        {trouble ? <Icon of={alert} /> : <Icon of={check} />}
        <span>{formatState(state, savedAt)}</span>
        {conflict && (
          <button type="button" className="link" onClick={() => setShown(true)}>
            Compare versions
          </button>
        )}
      </span>
      {conflict && DifferenceDialog && (
        <DifferenceDialog
          isOpen={isShown}
          mine={state.work}
          theirs={conflict.theirs}
          onClose={() => setShown(false)}
          onSettle={(work) => {
            setShown(false);
            autosave.settle(work);
          }}
        />
      )}
    </>
  );
}

function nameOf(state: SaveState): string {
  if (state.trouble) return state.trouble.kind;
  return state.sent || hasUnsaved(state) ? "saving" : "saved";
}

function formatState(state: SaveState, savedAt: Date | undefined): string {
  const { trouble } = state;
  if (trouble?.kind === "away") return "Can’t reach the server. Your changes are saved on this device.";
  if (trouble?.kind === "refused") return `Not saved. ${trouble.words}`;
  if (trouble?.kind === "conflict")
    return "Someone else changed this draft. Your version is saved on this device.";
  if (state.sent || hasUnsaved(state)) return "Saving…";
  const time = savedAt?.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  return time ? `Saved ${time}` : "Saved";
}
