import { plural, t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { SheetRow } from "../../features/catalogue/index.ts";
import { call } from "../../lib/http/http-client.ts";
import { Mark } from "../../ui/icon.tsx";
import styles from "./setup.module.css";

export type FirstPageProps = {
  name: string;
  contact: string;
  /** Which of the two is being typed. */
  highlighted: "name" | "contact" | undefined;
  row: Parameters<typeof SheetRow>[0]["row"];
  /** Of all templates. */
  count: number;
};

/** A small, inert home page with the name that is being typed. */
export function FirstPage({ name, contact, highlighted, row, count }: FirstPageProps) {
  const templates = formatTemplates(count, useDrawnCount(count));
  return (
    <figure className={styles.firstPage}>
      <div className={styles.firstPageWindow} aria-hidden="true" inert>
        <div className={styles.firstPageBar}>
          <span className="brand">
            <Mark />
            <span data-highlighted={highlighted === "name" || undefined}>{name}</span>
          </span>
        </div>
        <div className={styles.firstPageHero}>
          <p>{t`What do you want to make?`}</p>
          <SheetRow row={row} />
        </div>
        <div className={styles.firstPageFoot}>
          <span>{name}</span>
          <span data-highlighted={highlighted === "contact" || undefined}>{contact || t`Contact`}</span>
        </div>
      </div>
      <figcaption>{t`The home page as visitors see it. ${templates}`}</figcaption>
    </figure>
  );
}

function formatTemplates(count: number, drawn: number | undefined): string {
  if (count === 0) return t`There are no templates yet.`;
  if (drawn === undefined || drawn >= count)
    return plural(count, { one: "# template.", other: "# templates." });
  return plural(count, {
    one: `${drawn} of # preview ready.`,
    other: `${drawn} of # previews ready.`,
  });
}

const ASK_AGAIN_MS = 2_000;

/** How many templates have a picture; requested until all have. */
function useDrawnCount(count: number): number | undefined {
  const [drawn, setDrawn] = useState<number>();
  const isDone = drawn !== undefined && drawn >= count;
  useEffect(() => {
    if (isDone) return;
    const ask = () =>
      call("items/templates?aggregate[count]=*&filter[image][_nnull]=true", { isPublic: true })
        .then((answer) => answer.json())
        .then(({ data }: { data: [{ count: number }] }) => setDrawn(Number(data[0].count)))
        .catch(() => undefined); // The number is an extra.
    void ask();
    const timer = setInterval(ask, ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isDone]);
  return drawn;
}
