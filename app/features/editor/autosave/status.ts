import { t } from "@lingui/core/macro";
import { type AutosaveState, isUnstored, isWriter } from "../../../lib/autosave/state.ts";

/** The save status shown in the bar. */
type SaveStatus = {
  state: "nothing" | "saving" | "device" | "saved" | "offline" | "elsewhere" | "failed";
  words: string;
};

/** The open draft's name, how it is saved, and what can be done about it. */
export type DraftStatus = SaveStatus & {
  title: string;
  rename(title: string): void;
  /** Starts over as one step that can be undone. */
  startAgain(): void;
  /** The document, once there is one. */
  documentId: string | undefined;
  /** Whether everything is on the server soon; false when that takes too long. */
  whenSaved(): Promise<boolean>;
  /** "Save to my documents", while it isn't there. */
  keep?(): void;
  /** Open in another tab: write here instead. */
  takeOver?(): void;
  /** Changed on another device: loads that version and saves the own one as a copy. */
  loadTheirs?(): void;
  /** What was typed is stored nowhere: leaving loses it. Called when the person leaves anyway. */
  giveUp?(): void;
  /** A page where the person can make room for it. */
  roomAt?: string;
};

export function formatStatus(state: AutosaveState<unknown>): SaveStatus {
  const { present, untouched, onDevice, onServer, problem } = state;
  const goesOnline = state.isPerson && state.wantsDocument;
  if (!isWriter(state)) return { state: "elsewhere", words: t`Already open in another tab` };
  if (hasConflict(state)) return { state: "elsewhere", words: t`Changed on another device` };
  if (present === onServer) return { state: "saved", words: t`Saved` };
  if (present === untouched) return { state: "nothing", words: "" };
  if (isLost(state)) return { state: "failed", words: t`Not saved: this browser can’t store your draft` };
  if (problem?.kind === "refused")
    return { state: "failed", words: t`${{ reason: problem.message }} Saved on this device.` };
  if (problem?.kind === "unreachable" && problem.hasAnswered)
    return { state: "failed", words: t`Server problem: saved on this device, retrying` };
  if (problem?.kind === "unreachable") return { state: "offline", words: t`Offline: saved on this device` };
  if (goesOnline && problem?.kind !== "sessionEnded") return { state: "saving", words: t`Saving` };
  if (onDevice) return { state: "device", words: t`Saved on this device` };
  return { state: "saving", words: t`Saving` };
}

/** The state of autosave that the editor shows. */
export type AutosaveView = SaveStatus & {
  isWriter: boolean;
  hasConflict: boolean;
  /** What was typed is stored nowhere, and nothing is under way to store it. */
  isUnstored: boolean;
  /** The server has no room for it until the person makes some. */
  isFull: boolean;
  documentId: string | undefined;
};

export function viewOf(state: AutosaveState<unknown>): AutosaveView {
  return {
    ...formatStatus(state),
    isWriter: isWriter(state),
    hasConflict: hasConflict(state),
    isUnstored: isLost(state),
    isFull: state.problem?.kind === "refused" && state.problem.isFull === true,
    documentId: state.place.document?.id,
  };
}

export function isSameView(one: AutosaveView, other: AutosaveView): boolean {
  return (
    one.state === other.state &&
    one.words === other.words &&
    one.isWriter === other.isWriter &&
    one.hasConflict === other.hasConflict &&
    one.isUnstored === other.isUnstored &&
    one.isFull === other.isFull &&
    one.documentId === other.documentId
  );
}

function isLost(state: AutosaveState<unknown>): boolean {
  const goesOnline = state.isPerson && state.wantsDocument;
  const { problem } = state;
  return isUnstored(state) && (!goesOnline || problem !== undefined);
}

function hasConflict({ server }: AutosaveState<unknown>): boolean {
  return server.kind === "conflict" || server.kind === "copying";
}
