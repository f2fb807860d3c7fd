import { useState } from "react";
import styles from "./versions.module.css";

type Props = { address: string; words: string };

/** What differs, laid over a page. It takes the server a moment, in which nothing must look like "nothing differs". */
export function ChangedPixels({ address, words }: Props) {
  const [state, setState] = useState<"coming" | "there" | "failed">("coming");
  const [attempt, setAttempt] = useState(0);
  return (
    <>
      {state !== "failed" && (
        <img
          // The server may have been busy: asked again, it is another address to the browser.
          src={attempt === 0 ? address : `${address}?again=${attempt}`}
          alt={words}
          onLoad={() => setState("there")}
          onError={() => setState("failed")}
        />
      )}
      <p className={styles.versionPixels} role="status" hidden={state === "there"}>
        {state === "coming" && "The pixels are being compared …"}
        {state === "failed" && (
          <>
            The pixels could not be compared.{" "}
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
          </>
        )}
      </p>
    </>
  );
}
