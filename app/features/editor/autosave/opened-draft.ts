import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useLocation, useNavigate } from "react-router";
import { tell } from "../../../lib/messages.ts";
import type { FieldPath } from "../../documents/draft.ts";
import { checkSession, type SessionState, signInAddress, useSession } from "../../session/index.ts";
import type { DraftStore } from "../draft-store.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { beginDraft, pathsFromProfile } from "./beginning.ts";
import { guardStore } from "./guarded-store.ts";
import type { Kept } from "./keeper.ts";
import type { Keeping } from "./keeping.ts";
import { closeDraft, type Opened, openDraft } from "./opening.ts";
import { rememberKeep } from "./pending-keep.ts";
import { titleOf } from "./titles.ts";

export type OpenedDraft = { store: DraftStore; fromProfile: ReadonlySet<FieldPath>; keeping: Keeping };

const RETRY_MS = 3_000;
const NOT_YET: Kept = {
  state: "nothing",
  words: "",
  isWriter: true,
  hasMoved: false,
  documentId: undefined,
};
const never = () => () => {};

/** The draft this address leads to, kept as one types. Undefined on the server and while it is being opened. */
export function useOpenedDraft(template: EditorTemplate): OpenedDraft | undefined {
  const standing = useSession();
  const navigate = useNavigate();
  const opened = useOpening(template, standing);
  const kept = useSyncExternalStore(
    opened?.keeper.subscribe ?? never,
    () => opened?.keeper.read() ?? NOT_YET,
    () => NOT_YET,
  );
  const draft = useSyncExternalStore(
    opened?.store.subscribe ?? never,
    () => opened?.store.read(),
    () => undefined,
  );
  const store = useMemo(
    () => opened && guardStore(opened.store, () => opened.keeper.read().isWriter, opened.keeper.takeOver),
    [opened],
  );
  const fromProfile = useProfilePaths(template, opened, draft?.data);
  if (!opened || !store || !draft) return undefined;

  const isKnown = standing.kind === "known";
  const signIn = async () => {
    rememberKeep(template.id);
    await opened.keeper.flush();
    const here = location.pathname + location.search;
    navigate(isKnownBefore(standing) ? signInAddress(here) : `/signup?next=${encodeURIComponent(here)}`);
  };
  const canKeep = !kept.documentId && kept.isWriter && (!isKnown || kept.state === "device");
  const keeping: Keeping = {
    state: kept.state,
    words: kept.words,
    title: titleOf(template, draft),
    documentId: kept.documentId,
    rename: (title) => store.change({ title: title.trim() || undefined }, "title"),
    startAgain: () => store.change({ ...beginDraft(template.fields, opened.words), title: undefined }),
    ...(canKeep ? { keep: () => (isKnown ? opened.keeper.keep() : void signIn()) } : {}),
    ...(kept.isWriter ? {} : { takeOver: opened.keeper.takeOver }),
    ...(kept.hasMoved ? { loadTheirs: opened.keeper.loadTheirs } : {}),
  };
  return { store, fromProfile, keeping };
}

const isKnownBefore = (standing: SessionState) => "email" in standing;

/** Opens when it is clear who is here; again when somebody else is, or when the address leads to another draft. */
function useOpening(template: EditorTemplate, standing: SessionState): Opened | undefined {
  const [opened, setOpened] = useState<Opened>();
  const navigate = useNavigate();
  const { key, pathname, search } = useLocation();
  const isClear = !["unknown", "checking", "differs"].includes(standing.kind);
  const email = "email" in standing ? standing.email : "";
  const isPerson = standing.kind === "known";
  const isSignedOut = standing.kind === "visitor" || standing.kind === "ended";
  const wasPerson = useRef(isPerson);
  wasPerson.current = isPerson;
  const latest = useRef({ template, navigate });
  latest.current = { template, navigate };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the location's key stands for a navigation to the same address
  useEffect(() => {
    if (!isClear) return;
    const { template, navigate } = latest.current;
    const wantsDocument = new URLSearchParams(location.search).has("document");
    if (wantsDocument && isSignedOut) {
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
          tell({ kind: "failure", words: "The document could not be loaded. It is tried again." });
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
  }, [template.id, isClear, email, key, pathname, search]);

  useEffect(() => opened?.keeper.setPerson(isPerson), [opened, isPerson]);
  const isAway = standing.kind === "unreachable";
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
  const paths = opened && data ? pathsFromProfile(template.fields, data, opened.words) : [];
  // The same set while it says the same, so that nobody draws anew for nothing.
  if (paths.length !== last.current.size || !paths.every((path) => last.current.has(path)))
    last.current = new Set(paths);
  return last.current;
}
