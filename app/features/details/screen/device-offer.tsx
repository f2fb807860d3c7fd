import { ph, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { type DetailsSet, hasValues } from "../../../../contract/people/details.ts";
import { quote } from "../../../lib/format/page-formats.ts";
import { formatList } from "../../../lib/i18n/intl.ts";
import { Button } from "../../../ui/button.tsx";
import styles from "../details.module.css";
import { saveDetails } from "../storage/details-store.ts";
import { readDevice, writeDevice } from "../storage/device-details.ts";

const VISITOR = "";

/** Offers details from before signing in to the account; they are never added unasked. */
export function DeviceOffer({ isFirst }: { isFirst: boolean }) {
  const [waiting, setWaiting] = useState<readonly DetailsSet[]>([]);
  useEffect(() => {
    let isLeft = false;
    void readDevice(VISITOR).then(
      (sets) => !isLeft && setWaiting(sets.filter(({ values }) => hasValues(values))),
    );
    return () => {
      isLeft = true;
    };
  }, []);
  if (waiting.length === 0) return null;
  const forget = () => {
    setWaiting([]);
    writeDevice(VISITOR, []).catch((error: unknown) => console.error("Details removal failed", error));
  };
  const take = () => {
    for (const set of waiting) saveDetails({ ...set, id: "", rev: 0, isDefault: isFirst && set.isDefault });
    forget();
  };
  const names = waiting.map(({ label }) => quote(label));
  return (
    <div className={styles.deviceOffer} role="status">
      <p>
        <Trans>Entered on this device before you signed in: {ph({ names: formatList(names) })}.</Trans>
      </p>
      <Button onClick={take}>{t`Add to my account`}</Button>
      <button type="button" className="link" onClick={forget}>{t`Remove from this device`}</button>
    </div>
  );
}
