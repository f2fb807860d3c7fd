import type { Draft } from "../../documents/draft.ts";

/** How a draft is kept, as the bar says it. */
export type Keeping = {
  state: "nothing" | "keeping" | "device" | "saved" | "offline" | "elsewhere" | "failed";
  words: string;
  title: string;
  rename(title: string): void;
  /** Begins anew, as one step that can be undone. */
  startAgain(): void;
  /** The document, once there is one. */
  documentId: string | undefined;
  /** "Keep in my documents", while it isn't there. */
  keep?(): void;
  /** Open in another tab: work here instead. */
  takeOver?(): void;
  /** Changed on another device: take that over, with one's own words as a copy. */
  loadTheirs?(): void;
};

export type Standing = {
  isPerson: boolean;
  isWriter: boolean;
  hasMoved: boolean;
  present: Draft;
  /** The draft nobody has touched yet. */
  untouched: Draft | undefined;
  onDevice: Draft | undefined;
  onServer: Draft | undefined;
  isDeviceFull: boolean;
  isUnreachable: boolean;
  hasSessionEnded: boolean;
  refused: string | undefined;
};

export function sayKeeping(standing: Standing): Pick<Keeping, "state" | "words"> {
  const { present, onDevice, onServer, untouched } = standing;
  if (!standing.isWriter) return { state: "elsewhere", words: "Open in another tab" };
  if (standing.hasMoved) return { state: "elsewhere", words: "Changed on another device" };
  if (present === onServer) return { state: "saved", words: "Saved" };
  if (present === untouched) return { state: "nothing", words: "" };
  if (standing.isDeviceFull && (!standing.isPerson || standing.isUnreachable || standing.refused))
    return { state: "failed", words: "Not saved: this browser keeps nothing" };
  if (standing.refused) return { state: "failed", words: `${standing.refused}: saved on this device` };
  if (standing.isUnreachable) return { state: "offline", words: "Offline: saved on this device" };
  if (standing.isPerson && !standing.hasSessionEnded) return { state: "keeping", words: "Saving" };
  if (onDevice) return { state: "device", words: "Saved on this device" };
  return { state: "keeping", words: "Saving" };
}
