import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { RefusedCall } from "../../../../lib/http/http-client.ts";
import { usePerson } from "../../../../shell/personal-pages.tsx";
import { Button } from "../../../../ui/button.tsx";
import { readDraft } from "../drafts-client.ts";
import styles from "./panes.module.css";
import { PanesScreen } from "./panes-screen.tsx";

/** Opens a draft: its panes, or why it can't be opened. */
export function DraftScreen({ id }: { id: string }) {
  const isAuthor = usePerson().role === "person";
  const { data, error, refetch } = useQuery({
    queryKey: ["draft", id],
    queryFn: () => readDraft(id),
    // As it is stored now: another author, or another tab, may have gone on with it.
    gcTime: 0,
    refetchOnReconnect: false,
  });
  if (data) return <PanesScreen key={data.id} draft={data} />;
  if (!error)
    return (
      <p className={styles.draftNote} aria-busy="true">
        The draft is being opened …
      </p>
    );
  const isGone = error instanceof RefusedCall && error.status < 500;
  return (
    <div className={styles.draftNote}>
      <h1>{isGone ? "There is no such draft" : "No answer"}</h1>
      <p>
        {isGone
          ? "It was published or deleted, or it belongs to somebody else."
          : "The server could not be reached. Nothing of yours is lost."}
      </p>
      {isGone ? (
        <Link className="button" to={isAuthor ? "/dashboard/templates" : "/studio"}>
          {isAuthor ? "Your templates" : "All templates"}
        </Link>
      ) : (
        <Button onClick={() => void refetch()}>Try again</Button>
      )}
    </div>
  );
}
