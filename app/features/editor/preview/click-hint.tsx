import close from "virtual:icon/x";
import { t } from "@lingui/core/macro";
import { useCallback, useState } from "react";
import { deviceStorage } from "../../../lib/browser/local-storage.ts";
import { IconButton } from "../../../ui/button.tsx";
import { useMedia } from "../../../ui/media.ts";
import styles from "./page-fields.module.css";

const KEY = "knows-page-fields";

type ClickHintState = { isShown: boolean; wasUsed(): void };

/** Shown until a field was clicked on this device, or the hint was dismissed. */
export function useClickHint(): ClickHintState {
  const [isShown, setShown] = useState(() => deviceStorage.readJson<boolean>(KEY) !== true);
  const wasUsed = useCallback(() => {
    setShown(false);
    deviceStorage.writeJson(KEY, true);
  }, []);
  return { isShown, wasUsed };
}

/** Above the page, where nothing is printed. */
export function ClickHint({ hint }: { hint: ClickHintState }) {
  const isTouched = useMedia("(hover: none)");
  if (!hint.isShown) return null;
  return (
    <p className={styles.edHint}>
      {isTouched ? t`Tap any text on the page to edit it` : t`Click any text on the page to edit it`}
      <IconButton label={t`Dismiss`} icon={close} onClick={hint.wasUsed} />
    </p>
  );
}
