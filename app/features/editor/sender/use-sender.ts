import { t } from "@lingui/core/macro";
import { useCallback, useMemo, useRef, useState } from "react";
import { type DetailsSet, hasValues } from "../../../../contract/people/details.ts";
import type { Language } from "../../../../contract/templates/theme.ts";
import { filledPlaces } from "../../../../shared/filling/filling.ts";
import { deviceStorage } from "../../../lib/browser/local-storage.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { emptySet, saveDetails, useDetails, withProfile } from "../../details/index.ts";
import type { FieldPath } from "../draft.ts";
import type { DraftStore } from "../draft-store.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { replaceSender, senderIn, senderOf, unchangedPaths } from "./sender-values.ts";

export type Sender = {
  /** Senders to choose from; empty if there is only one or the template shows no sender. */
  choices: readonly { id: string; label: string }[];
  /** The sender of the draft. */
  current: string | undefined;
  choose(id: string): void;
  /** Fields that still have the sender's values, with the text of their hint. */
  paths: ReadonlyMap<FieldPath, string>;
  /** Offers to save what was typed about the sender; undefined if there are details already. */
  offer: { keep(): void; leave(): void } | undefined;
};

const LEFT = "details-offer-left";
/** A name alone is not worth saving. */
const MIN_DETAILS = 2;

/** Finds the draft's sender among the person's senders and lets them change it. */
export function useSender(
  { fields }: EditorTemplate,
  store: DraftStore | undefined,
  data: Record<string, unknown> | undefined,
  language?: Language,
): Sender {
  const { sets, profile, isReady } = useDetails();
  const [picked, setPicked] = useState<string>();
  const [hasLeft, setLeft] = useState(() => deviceStorage.read(LEFT) !== undefined);
  const senders = useMemo(
    () =>
      sets.map((set) => ({
        set,
        own: filledPlaces(fields, set.values, language),
        filled: filledPlaces(fields, detailsWithProfile(set, profile), language),
      })),
    [sets, profile, fields, language],
  );
  const current = senders.find(({ set }) => set.id === picked) ?? senderOf(senders, data);
  const label =
    sets.length > 1 ? t`From your details: ${{ sender: current?.set.label ?? "" }}` : t`From your details`;
  const paths = useStableMap(current && data ? unchangedPaths(current.own, data) : [], label);
  const isShown = senders.some(({ own }) => own.length > 0);
  const latest = useRef({ senders, current });
  latest.current = { senders, current };

  const choose = useCallback(
    (id: string) => {
      const { senders, current } = latest.current;
      const next = senders.find(({ set }) => set.id === id);
      if (!store || !next) return;
      const before = current ? detailsWithProfile(current.set, profile) : { texts: {}, lists: {} };
      setPicked(id);
      store.change({
        data: replaceSender(
          fields,
          store.read().data,
          before,
          detailsWithProfile(next.set, profile),
          language,
        ),
      });
    },
    [store, fields, profile, language],
  );
  const hasNone = isReady && sets.every(({ values }) => !hasValues(values));
  const typed = hasNone && !hasLeft && data ? senderIn(fields, data) : {};
  const known = withProfile({ texts: {}, lists: {} }, profile).texts;
  const isWorth = Object.keys(typed).filter((name) => typed[name] !== known[name]).length >= MIN_DETAILS;
  const offer = useMemo(() => {
    const leave = () => {
      deviceStorage.write(LEFT, "1");
      setLeft(true);
    };
    const keep = () => {
      const texts = senderIn(fields, store?.read().data);
      saveDetails({
        ...emptySet(t({ message: "Me", context: "name of a sender" })),
        isDefault: true,
        values: { texts, lists: {} },
      });
      leave();
      notify({ kind: "fact", message: t`Your details are saved. New documents will start with them.` });
    };
    return { keep, leave };
  }, [fields, store]);

  return useMemo(
    () => ({
      choices: isShown && sets.length > 1 ? sets : [],
      current: current?.set.id,
      choose,
      paths,
      offer: isWorth ? offer : undefined,
    }),
    [isShown, sets, current?.set.id, choose, paths, isWorth, offer],
  );
}

/** The default sender falls back to the profile. */
function detailsWithProfile(set: DetailsSet, profile: Parameters<typeof withProfile>[1]) {
  return set.isDefault ? withProfile(set.values, profile) : set.values;
}

/** Returns the same map while its entries are the same, to avoid needless renders. */
function useStableMap(paths: readonly FieldPath[], label: string): ReadonlyMap<FieldPath, string> {
  const last = useRef<ReadonlyMap<FieldPath, string>>(new Map());
  const isSame =
    paths.length === last.current.size && paths.every((path) => last.current.get(path) === label);
  if (!isSame) last.current = new Map(paths.map((path) => [path, label]));
  return last.current;
}
