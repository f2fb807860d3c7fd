import check from "virtual:icon/check";
import alert from "virtual:icon/circle-alert";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { type AutosaveState, isServerCurrent, isUnstored } from "../../../../lib/autosave/state.ts";
import { useStore } from "../../../../lib/browser/store.ts";
import { formatTime } from "../../../../lib/format/moments.ts";
import { lazyPart, useLazyPart } from "../../../../lib/pages/lazy-part.ts";
import { Icon } from "../../../../ui/icon.tsx";
import type { DraftContent } from "../draft-content.ts";
import type { StudioAutosave } from "./autosave.ts";
import "./save-line.css";

const differenceDialog = lazyPart(() => import("./difference-dialog.tsx"));

/** The save status; after a conflict with a button that shows both versions. */
export function SaveLine({ autosave }: { autosave: StudioAutosave }) {
  const state = useStore(autosave.state);
  const savedAt = useStore(autosave.savedAt);
  const [isShown, setShown] = useState(false);
  const conflict = state.server.kind === "conflict" ? state.server : undefined;
  const DifferenceDialog = useLazyPart(differenceDialog, conflict !== undefined);
  return (
    <>
      <span className="save-line" role="status" data-save-state={nameOf(state)}>
        {conflict || state.problem ? <Icon of={alert} /> : <Icon of={check} />}
        <span>{formatState(state, savedAt)}</span>
        {conflict && (
          <button type="button" className="link" onClick={() => setShown(true)}>{t`Compare versions`}</button>
        )}
      </span>
      {conflict && DifferenceDialog && (
        <DifferenceDialog
          isOpen={isShown}
          mine={state.present}
          theirs={conflict.theirs}
          onClose={() => setShown(false)}
          onSettle={(work) => {
            setShown(false);
            autosave.resolve(work);
          }}
        />
      )}
    </>
  );
}

type State = AutosaveState<DraftContent>;

function nameOf(state: State): string {
  if (state.server.kind === "conflict") return "conflict";
  return state.problem?.kind ?? (isServerCurrent(state) ? "saved" : "saving");
}

function formatState(state: State, savedAt: Date | undefined): string {
  const { server, problem } = state;
  if (server.kind === "conflict")
    return t`Someone else changed this draft. Your version is saved on this device.`;
  if (problem?.kind === "refused") return t`Not saved. ${{ reason: problem.message }}`;
  if (problem && isUnstored(state))
    return t`Not saved. We can’t reach the server, and this browser can’t store your changes.`;
  if (problem) return t`Can’t reach the server. Your changes are saved on this device.`;
  if (!isServerCurrent(state)) return t`Saving…`;
  const time = savedAt && formatTime(savedAt);
  return time ? t`Saved ${time}` : t`Saved`;
}
