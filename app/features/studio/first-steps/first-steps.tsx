import close from "virtual:icon/x";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { Link } from "react-router";
import { deviceStorage } from "../../../lib/browser/local-storage.ts";
import { IconButton } from "../../../ui/button.tsx";
import styles from "./first-steps.module.css";

const KEY = "studio-first-steps";

const steps = () => [
  {
    to: "/studio/home",
    label: t`Set up the home page`,
    text: t`Choose which templates visitors see first, or have them chosen automatically.`,
  },
  {
    to: "/studio/pages",
    label: t`Write the legal pages`,
    text: t`Add your privacy notice, terms and imprint. They appear in the footer.`,
  },
  {
    to: "/studio/people",
    label: t`Decide who can sign up`,
    text: t`Anyone can create an account until you close sign-up.`,
  },
];

/** Shows the next steps in the studio after the library has been set up. */
export function offerFirstSteps(): void {
  deviceStorage.write(KEY, "offered");
}

export function FirstSteps() {
  const [isOffered, setIsOffered] = useState(() => deviceStorage.read(KEY) !== undefined);
  if (!isOffered) return null;
  return (
    <section className={styles.studioFirstSteps} aria-labelledby="studio-first-steps">
      <h2 id="studio-first-steps">{t`Next steps for your library`}</h2>
      <IconButton
        label={t`Dismiss next steps`}
        icon={close}
        onClick={() => {
          deviceStorage.remove(KEY);
          setIsOffered(false);
        }}
      />
      <ol>
        {steps().map(({ to, label, text }) => (
          <li key={to}>
            <Link className="link" to={to}>
              {label}
            </Link>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
