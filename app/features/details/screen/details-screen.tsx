import { t } from "@lingui/core/macro";
import { useMemo, useState } from "react";
import { type DetailsSet, NO_VALUES } from "../../../../contract/people/details.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import styles from "../details.module.css";
import { ImportDetails } from "../import/panel/import-details.tsx";
import { DetailsSheet } from "../sheet/details-sheet.tsx";
import { chooseDetails, emptySet, removeDetails, saveDetails } from "../storage/details-store.ts";
import { type ShownDetails, useDetails, withProfile } from "../use-details.ts";
import { DetailsForm } from "./details-form.tsx";
import { DeviceOffer } from "./device-offer.tsx";
import { SenderLine } from "./sender-line.tsx";
import { SenderTabs } from "./sender-tabs.tsx";

/** Saved with its first value. */
const FIRST: DetailsSet = { ...emptySet(""), id: "first", isDefault: true };

/** Senders as tabs, the form, and a preview of a page with the details. */
export function DetailsScreen() {
  const shown = useDetails();
  return (
    <>
      <div className={styles.detailsHead}>
        <h1>{t`Details`}</h1>
        <p
          className={styles.detailsLead}
        >{t`Enter your details once and use them in every template. Existing documents don’t change.`}</p>
      </div>
      {shown.isReady ? (
        <Senders shown={shown} />
      ) : (
        <div aria-busy="true">
          <span className="skeleton" style={{ width: "100%", height: "24rem", marginTop: "var(--s8)" }} />
        </div>
      )}
    </>
  );
}

function Senders({ shown }: { shown: ShownDetails }) {
  const { sets, chosen, profile, place } = shown;
  const [selected, setSelected] = useState<string>();
  const [added, setAdded] = useState<string>();
  const [highlighted, setHighlighted] = useState<string>();
  const first = { ...FIRST, label: t({ message: "Me", context: "name of a sender" }) };
  const current = sets.find(({ id }) => id === selected) ?? chosen ?? first;
  const isFirst = current.id === FIRST.id;
  const isChosen = isFirst || current.id === chosen?.id;
  // The one that new documents start with takes from the profile what isn't typed here.
  const fromProfile = useMemo(
    () => (isChosen ? withProfile(NO_VALUES, profile).texts : NO_VALUES.texts),
    [isChosen, profile],
  );
  const values = useMemo(
    () => ({ ...current.values, texts: { ...fromProfile, ...current.values.texts } }),
    [current, fromProfile],
  );
  const save = (changes: Partial<DetailsSet>) => {
    const id = saveDetails({ ...current, id: isFirst ? "" : current.id, ...changes });
    setSelected(id);
  };
  const add = () => {
    if (sets.length === 0) saveDetails({ ...first, id: "" });
    const id = saveDetails(emptySet(t`Sender ${{ number: Math.max(2, sets.length + 1) }}`));
    setSelected(id);
    setAdded(id);
  };
  const remove = () => {
    removeDetails(current.id);
    setSelected(undefined);
    notify({
      kind: "fact",
      message: t`“${{ sender: current.label }}” removed`,
      action: {
        label: t`Undo`,
        run: () => setSelected(saveDetails({ ...current, id: "", rev: 0, isDefault: false })),
      },
    });
  };
  return (
    <>
      {place === "account" && <DeviceOffer isFirst={sets.length === 0} />}
      <SenderTabs
        sets={sets.length > 0 ? sets : [first]}
        current={current.id}
        onSelect={(id) => {
          setSelected(id);
          setAdded(undefined);
        }}
        onAdd={add}
      />
      <div
        id="sender-panel"
        role="tabpanel"
        aria-labelledby={`sender-${current.id}`}
        className={styles.details}
      >
        <div>
          <div className={styles.detailsState}>
            <SenderLine
              key={current.id}
              set={current}
              isOnly={sets.length < 2}
              isNew={current.id === added}
              onRename={(label) => save({ label })}
              onDefault={() => chooseDetails(current.id)}
              onRemove={remove}
            />
            <SaveStatus shown={shown} isUntouched={isFirst} />
          </div>
          <DetailsForm
            key={current.id}
            values={current.values}
            fromProfile={fromProfile}
            highlighted={highlighted}
            onHighlight={setHighlighted}
            onChange={(values) => save({ values })}
          />
        </div>
        <DetailsSheet values={values} highlighted={highlighted} />
      </div>
      <ImportDetails set={current} shown={values} onKeep={(imported) => save({ values: imported })} />
    </>
  );
}

/** Where the details are saved, or why they aren't. */
function SaveStatus({
  shown: { state, place, problem },
  isUntouched,
}: {
  shown: ShownDetails;
  isUntouched: boolean;
}) {
  return (
    <p
      className={state === "refused" || state === "unstored" ? "save-state bad" : "save-state"}
      role="status"
      data-save-state={state}
    >
      {saveStateText()}
    </p>
  );

  function saveStateText(): string {
    if (state === "saving") return t`Saving`;
    if (state === "refused") return t`Not saved. ${{ reason: problem }} Your changes are still on this page.`;
    if (state === "away")
      return t`No connection. Saved on this device; we’ll upload your changes when you’re back online.`;
    if (state === "unstored")
      return t`Not saved. This browser can’t store your details, so they’ll be lost when you leave this page.`;
    if (place === "account")
      return isUntouched ? t`Saves to your account as you type` : t`Saved to your account`;
    return t`Saved on this device only`;
  }
}
