import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { RefusedCall } from "../../../../lib/http/http-client.ts";
import { usePerson } from "../../../../shell/personal-pages.tsx";
import { Button } from "../../../../ui/button.tsx";
import { readDraft } from "../drafts-client.ts";
import styles from "./editor.module.css";
import { EditorScreen } from "./editor-screen.tsx";

/** Loads a draft and opens it in the editor, or shows why it can't be opened. */
export function DraftScreen({ id }: { id: string }) {
  const isAuthor = usePerson().role === "person";
  const { data, error, refetch } = useQuery({
    queryKey: ["draft", id],
    queryFn: () => readDraft(id),
    // Always the stored state: another author or another tab may have changed it.
    gcTime: 0,
    refetchOnReconnect: false,
  });
  if (data) return <EditorScreen key={data.id} draft={data} />;
  if (!error) return <p className={styles.draftNote} aria-busy="true">{t`Opening draft…`}</p>;
  const isGone = error instanceof RefusedCall && error.status < 500;
  return (
    <div className={styles.draftNote}>
      <h1>{isGone ? t`Draft not found` : t`We couldn’t load this draft`}</h1>
      <p>
        {isGone
          ? t`It may have been published or deleted, or it belongs to someone else.`
          : t`We couldn’t reach the server. Your work is safe. Try again in a moment.`}
      </p>
      {isGone ? (
        <Link className="button" to={isAuthor ? "/dashboard/templates" : "/studio"}>
          {isAuthor ? t`Your templates` : t`All templates`}
        </Link>
      ) : (
        <Button onClick={() => void refetch()}>{t`Try again`}</Button>
      )}
    </div>
  );
}
