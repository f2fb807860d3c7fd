import { t } from "@lingui/core/macro";
import { useEffect } from "react";
import { lazyPart } from "../lib/pages/lazy-part.ts";
import styles from "./language.module.css";

const offeredLanguage = lazyPart(() => import("./offered-language.tsx"));

/**
 * A bar that offers the person's language, once. The head script decides before the first paint and reserves its
 * height, so that nothing moves.
 */
export function LanguageOffer() {
  const OfferedLanguage = offeredLanguage.use();
  useEffect(() => {
    if (document.documentElement.dataset.offer) void offeredLanguage.load();
  }, []);
  return (
    <section className={styles.offer} aria-label={t`Language`}>
      {OfferedLanguage && <OfferedLanguage />}
    </section>
  );
}
