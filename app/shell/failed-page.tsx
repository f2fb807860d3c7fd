import { useEffect } from "react";
import { createStore, useStore } from "../lib/browser/store.ts";
import { ErrorPage } from "./error-page.tsx";

/** The error page in place of a page that failed. Crawlers get the server's page instead. */
export function FailedPage({ error }: { error: unknown }) {
  const visitor = useVisitor();
  if (typeof document === "undefined" || isSentError || visitor === "person")
    return <ErrorPage error={error} />;
  return visitor === "crawler" ? <SentPage /> : null;
}

let isSentError = false;

/** Called before React takes the document over: a crawler is never sent an error page. */
export function noteSentPage(page: Document = document): void {
  isSentError = page.querySelector("[data-error-page]") !== null;
}

const DECIDE_MS = 2_000; // a person sees the error page by then, even if the list can't be loaded

const visitor = createStore<"person" | "crawler" | undefined>(undefined);

/** Person or crawler, by the same list as on the server. Loaded only when a page has failed. */
function useVisitor() {
  useEffect(() => {
    if (visitor.get()) return;
    const timer = setTimeout(() => visitor.set("person"), DECIDE_MS);
    import("isbot").then(
      ({ isbot }) => {
        clearTimeout(timer);
        visitor.set(isbot(navigator.userAgent) ? "crawler" : "person");
      },
      () => visitor.set("person"),
    );
  }, []);
  return useStore(visitor);
}

function SentPage() {
  useEffect(() => void showSentPage(), []);
  return null;
}

async function showSentPage(): Promise<void> {
  try {
    const answer = await fetch(location.href);
    if (!answer.ok) return;
    const sent = new DOMParser().parseFromString(await answer.text(), "text/html");
    document.replaceChild(document.adoptNode(sent.documentElement), document.documentElement);
  } catch (error) {
    console.error("The page failed to load again", error);
  }
}
