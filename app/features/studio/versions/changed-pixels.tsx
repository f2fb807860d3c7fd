import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import styles from "./versions.module.css";

type Props = { address: string; words: string };

/** Overlays the changed pixels. While they are loading, a status says so, because no overlay would mean no changes. */
export function ChangedPixels({ address, words }: Props) {
  const [state, setState] = useState<"coming" | "there" | "failed">("coming");
  const [attempt, setAttempt] = useState(0);
  return (
    <>
      {state !== "failed" && (
        <img
          // A retry needs another address, or the browser repeats the failure.
          src={attempt === 0 ? address : `${address}?again=${attempt}`}
          alt={words}
          onLoad={() => setState("there")}
          onError={() => setState("failed")}
        />
      )}
      <p className={styles.versionPixels} role="status" hidden={state === "there"}>
        {state === "coming" && t`Comparing pixels…`}
        {state === "failed" && (
          <Trans>
            We couldn’t compare the pixels.{" "}
            <button
              type="button"
              className="link"
              onClick={() => {
                setState("coming");
                setAttempt(attempt + 1);
              }}
            >
              Try again
            </button>
          </Trans>
        )}
      </p>
    </>
  );
}
