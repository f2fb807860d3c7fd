import { t } from "@lingui/core/macro";
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useLocation, useNavigate } from "react-router";
import { isPrivatePage } from "../../../lib/browser/private-page.ts";
import type { Store } from "../../../lib/browser/store.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { dayOf } from "../../../lib/format/moments.ts";
import { currentPath } from "../../../lib/i18n/addresses.ts";
import { checkSession, type SessionState, signInAddress, useSession } from "../../session/index.ts";
import type { FieldPath } from "../draft.ts";
import type { DraftStore } from "../draft-store.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { type Numbering, useNextNumbers } from "../numbering/use-next-numbers.ts";
import { type Sender, useSender } from "../sender/use-sender.ts";
import type { VersionChoice } from "../version/pinned-template.ts";
import { useVersionChoice } from "../version/use-version-choice.ts";
import { closeDraft, type Opened, openDraft, rememberKeep } from "./opening.ts";
import type { AutosaveView, DraftStatus } from "./status.ts";
import { titleOf } from "./titles.ts";
import { beginDraft, type ProfileValues, pathsFromProfile } from "./untouched-draft.ts";

export type OpenedDraft = {
  /** As it is now, or as the version of the open document has it. */
  template: EditorTemplate;
  /** Of an open document: the version it is made with, and a newer one to take or leave. */
  versionChoice: VersionChoice | undefined;
  store: DraftStore;
  profile: ProfileValues;
  /** Fields that still have the profile's values. */
  fromProfile: ReadonlySet<FieldPath>;
  /** In whose name it is, of those who have details. */
  sender: Sender;
  numbering: Numbering;
  status: DraftStatus;
};

const RETRY_MS = 3_000;

/** The history state of a place within the editor: which opening of the draft it belongs to. */
export type DraftPlace = { draft: string };

/** Undefined if the draft is opened again. */
export function draftOf(state: unknown): string | undefined {
  return (state as DraftPlace | null)?.draft;
}
const NOT_YET: AutosaveView = {
  state: "nothing",
  words: "",
  isWriter: true,
  hasConflict: false,
  isUnstored: false,
  isFull: false,
  documentId: undefined,
};
const never = () => () => {};

/** The draft this address leads to, saved as one types. Undefined on the server and while it is being opened. */
export function useOpenedDraft(current: EditorTemplate): OpenedDraft | undefined {
  const session = useSession();
  const navigate = useNavigate();
  const opened = useOpening(current, session);
  const template = opened?.template ?? current;
  const view = useSyncExternalStore(
    opened?.autosave.view.subscribe ?? never,
    () => opened?.autosave.view.get() ?? NOT_YET,
    () => NOT_YET,
  );
  const draft = useSyncExternalStore(
    opened?.store.subscribe ?? never,
    () => opened?.store.read(),
    () => undefined,
  );
  const store = useMemo(() => opened && guardStore(opened), [opened]);
  const fromProfile = useProfilePaths(template, opened, draft?.data);
  const sender = useSender(template, store, draft?.data, draft?.theme.language);
  const isKnown = session.kind === "known";
  const numbering = useNextNumbers(template, isKnown, opened !== undefined);
  const versionChoice = useVersionChoice(opened);
  if (!opened || !store || !draft) return undefined;
  const { dispatch } = opened.autosave;

  const signIn = async () => {
    rememberKeep(template.id);
    await opened.autosave.flush();
    const here = currentPath();
    navigate(isKnownBefore(session) ? signInAddress(here) : `/signup?next=${encodeURIComponent(here)}`);
  };
  const canKeep =
    !isPrivatePage() && !view.documentId && view.isWriter && (!isKnown || view.state === "device");
  const status: DraftStatus = {
    state: view.state,
    words: view.words,
    title: titleOf(template, draft),
    documentId: view.documentId,
    whenSaved: () => waitUntilSaved(opened.autosave.view),
    rename: (title) => store.change({ title: title.trim() || undefined }, "title"),
    startAgain: () => {
      numbering.remember(draft.data);
      store.change({
        ...beginDraft(template, { ...opened.known, today: dayOf(new Date()) }),
        title: undefined,
        kept: undefined,
        invoice: undefined,
      });
    },
    ...(canKeep ? { keep: () => (isKnown ? dispatch({ kind: "saveRequested" }) : void signIn()) } : {}),
    ...(view.isWriter ? {} : { takeOver: () => dispatch({ kind: "takeOverRequested" }) }),
    ...(view.hasConflict ? { loadTheirs: () => dispatch({ kind: "loadTheirsRequested" }) } : {}),
    ...(view.isUnstored ? { giveUp: opened.autosave.giveUp } : {}),
    ...(view.isFull ? { roomAt: "/dashboard/account#storage" } : {}),
  };
  return {
    template,
    versionChoice,
    store,
    profile: opened.known.values ?? {},
    fromProfile,
    sender,
    numbering,
    status,
  };
}

const SAVING_MS = 8_000; // longer than a slow network takes, shorter than a person waits

function waitUntilSaved(view: Store<AutosaveView>): Promise<boolean> {
  const isSaved = () => view.get().state === "saved";
  if (isSaved()) return Promise.resolve(true);
  return new Promise((resolve) => {
    const end = (result: boolean) => {
      clearTimeout(timer);
      leave();
      resolve(result);
    };
    const timer = setTimeout(() => end(false), SAVING_MS);
    const leave = view.subscribe(() => isSaved() && end(true));
  });
}

/**
 * The store as the screen uses it: while another tab writes the same draft, it changes nothing and reports
 * it.
 */
function guardStore({ store, autosave }: Opened): DraftStore {
  const unlessElsewhere = <Arguments extends unknown[]>(act: (...given: Arguments) => void) => {
    return (...given: Arguments) => {
      if (autosave.view.get().isWriter) return act(...given);
      notify({
        kind: "fact",
        message: t`This document is open in another tab`,
        action: { label: t`Edit here instead`, run: () => autosave.dispatch({ kind: "takeOverRequested" }) },
      });
    };
  };
  return {
    ...store,
    change: unlessElsewhere(store.change),
    undo: unlessElsewhere(store.undo),
    redo: unlessElsewhere(store.redo),
  };
}

const isKnownBefore = (session: SessionState) => "email" in session;

/** Opens once the session is known; again when the person or the address changes. */
function useOpening(template: EditorTemplate, session: SessionState): Opened | undefined {
  const [opened, setOpened] = useState<Opened>();
  const navigate = useNavigate();
  const { key, pathname, state } = useLocation();
  const opening = draftOf(state) ?? key;
  const isClear = !["unknown", "checking", "differs"].includes(session.kind);
  const email = "email" in session ? session.email : "";
  const isPerson = session.kind === "known";
  const isSignedOut = session.kind === "visitor" || session.kind === "ended";
  const wasPerson = useRef(isPerson);
  wasPerson.current = isPerson;
  const latest = useRef({ template, navigate });
  latest.current = { template, navigate };

  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation has its own key, also one to the same address
  useEffect(() => {
    if (!isClear) return;
    const { template, navigate } = latest.current;
    const wantsDocument = new URLSearchParams(location.search).has("document");
    if (wantsDocument && isSignedOut && !isPrivatePage()) {
      navigate(signInAddress(pathname + location.search), { replace: true });
      return;
    }
    let isLeft = false;
    let mine: Opened | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const open = () =>
      openDraft(template, { email, isPerson: wasPerson.current }).then(
        (found) => {
          mine = found;
          if (isLeft) closeDraft(found);
          else setOpened(found);
        },
        (error: unknown) => {
          console.error("Document load failed", error);
          if (isLeft) return;
          notify({ kind: "failure", message: t`We couldn’t load your document. Trying again…` });
          timer = setTimeout(open, RETRY_MS);
        },
      );
    void open();
    return () => {
      isLeft = true;
      clearTimeout(timer);
      setOpened(undefined);
      if (mine) closeDraft(mine);
    };
  }, [template.id, isClear, email, opening, pathname]);

  useEffect(() => opened?.autosave.dispatch({ kind: "personChanged", isPerson }), [opened, isPerson]);
  const isAway = session.kind === "unreachable";
  useEffect(() => {
    if (!isAway) return;
    const timer = setInterval(() => void checkSession(), RETRY_MS);
    return () => clearInterval(timer);
  }, [isAway]);
  return opened;
}

function useProfilePaths(
  template: EditorTemplate,
  opened: Opened | undefined,
  data: Record<string, unknown> | undefined,
): ReadonlySet<FieldPath> {
  const last = useRef<ReadonlySet<FieldPath>>(new Set());
  const paths = opened && data ? pathsFromProfile(template.fields, data, opened.known.values ?? {}) : [];
  // Returns the same set while its content is the same, to avoid rendering.
  if (paths.length !== last.current.size || !paths.every((path) => last.current.has(path)))
    last.current = new Set(paths);
  return last.current;
}
