import x from "virtual:icon/x";
import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { TemplateDraft } from "../../../../../contract/templates/drafts.ts";
import { formatNumber } from "../../../../lib/i18n/intl.ts";
import { usePerson } from "../../../../shell/personal-pages.tsx";
import { IconButton } from "../../../../ui/button.tsx";
import { commentsOf } from "../../../submissions/index.ts";
import styles from "./editor.module.css";

/** Shows an author why their submission was returned. */
export function ReviewFeedback({ draft }: { draft: TemplateDraft }) {
  const isAuthor = usePerson().role === "person";
  const isAnswered = isAuthor && (draft.state === "asked" || draft.state === "refused");
  const { data } = useQuery({ ...commentsOf(draft.id), enabled: isAnswered });
  const [isOpen, setOpen] = useState(true);
  const answer = data?.findLast(({ kind }) => kind === "asked" || kind === "refused");
  if (!isAnswered || !isOpen || !answer) return null;
  const others = data?.filter(({ kind }) => kind === "comment").length ?? 0;
  const count = formatNumber(others + 1);
  return (
    <section className={styles.reviewFeedback} aria-label={t`Review feedback`}>
      <p>
        <b>{answer.kind === "asked" ? t`Changes requested:` : t`Rejected:`}</b> {answer.words}{" "}
        <Link className="link" to="/dashboard/templates">
          {others > 0 ? t`All comments (${count})` : t({ message: "Reply", context: "verb" })}
        </Link>
      </p>
      <IconButton className="small" label={t`Dismiss`} icon={x} onClick={() => setOpen(false)} />
    </section>
  );
}
