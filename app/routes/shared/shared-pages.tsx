import { plural, t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import type { RenderedPages } from "../../../contract/rendering/render.ts";
import type { PageFile } from "../../../contract/templates/template-file.ts";
import { call, RefusedCall } from "../../lib/http/http-client.ts";
import { pageRatio } from "../../lib/pictures/page-format.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./shared.module.css";

type Props = { secret: string; title: string; page: PageFile; onCount(count: number): void };
type Drawn = { address: string; ratio: number };

/** All pages of the current document, drawn by the server. */
export function SharedPages({ secret, title, page, onCount }: Props) {
  const [pages, setPages] = useState<Drawn[]>();
  const [problem, setProblem] = useState<string>();
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a further try asks for the same again
  useEffect(() => {
    const control = new AbortController();
    const addresses: string[] = [];
    setProblem(undefined);
    loadPages(secret, control.signal).then(
      (found) => {
        const drawn = found.map(({ svg, width, height }) => {
          const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
          addresses.push(address);
          return { address, ratio: width / height };
        });
        setPages(drawn);
        onCount(drawn.length);
      },
      (error: unknown) => {
        if (control.signal.aborted) return;
        console.error("Shared document failed", error);
        setProblem(formatProblem(error));
      },
    );
    return () => {
      control.abort();
      for (const address of addresses) URL.revokeObjectURL(address);
    };
  }, [secret, onCount, tries]);

  return (
    <section className={styles.sharedPages} aria-label={t`Pages of ${title}`} aria-busy={!pages && !problem}>
      {problem && (
        <div className={styles.sharedProblem} role="alert">
          <p>{problem}</p>
          <Button onClick={() => setTries(tries + 1)}>{t`Try again`}</Button>
        </div>
      )}
      {!pages && !problem && <span className="paper coming" style={{ "--ar": pageRatio(page) }} />}
      {pages?.map(({ address, ratio }, at) => {
        const [number, total] = [at + 1, pages.length];
        return (
          <figure key={address} style={{ "--ar": ratio }}>
            <img className="paper" src={address} alt={t`Page ${number} of ${title}`} />
            <figcaption>{t`${number} of ${total}`}</figcaption>
          </figure>
        );
      })}
    </section>
  );
}

async function loadPages(secret: string, signal: AbortSignal): Promise<RenderedPages["pages"]> {
  const answer = await call(`shared/${secret}/pages.json`, { signal, isPublic: true });
  const { pages }: RenderedPages = await answer.json();
  return pages;
}

function formatProblem(error: unknown): string {
  if (error instanceof RefusedCall && error.status === 429) {
    const seconds = error.retryAfter ?? 10;
    return plural(seconds, {
      one: "Too many requests. Try again in # second.",
      other: "Too many requests. Try again in # seconds.",
    });
  }
  if (error instanceof RefusedCall && error.status === 403) return t`This link no longer works.`;
  return navigator.onLine
    ? t`We couldn’t load the pages. Try again in a moment.`
    : t`You’re offline. Try again when you’re back online.`;
}
