import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { pagePath } from "../../../../contract/site/site.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { createItem, removeItem, updateItem } from "../../../lib/http/content-client.ts";
import { attempt } from "../../../lib/http/failures.ts";
import { queryClient } from "../../../lib/http/query-client.tsx";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { PendingPart, pendingOf } from "../../../ui/pending.tsx";
import { PageForm, type PageValues } from "./page-form.tsx";
import { isOwnPage, readPagesAgain, type SitePage, sitePage, sitePages } from "./site-pages.ts";

/** The position after the last footer link. */
async function nextPlace(): Promise<number> {
  const pages = await queryClient.fetchQuery(sitePages);
  return Math.max(0, ...pages.map(({ footer }) => footer ?? 0)) + 1;
}

export function NewPage() {
  const [parameters] = useSearchParams();
  const isImprint = parameters.get("id") === "imprint";
  const navigate = useNavigate();
  const [madeId, setMadeId] = useState("");
  const start: PageValues = {
    id: isImprint ? "imprint" : "",
    title: isImprint ? t`Imprint` : "",
    body: "",
    isLinked: true,
  };
  const save = async ({ id, title, body, isLinked }: PageValues) => {
    await createItem("pages", { id, title, body, footer: isLinked ? await nextPlace() : null });
    await readPagesAgain();
    setMadeId(id);
    // After the form knows that it is saved; until then, leaving asks for confirmation.
    setTimeout(() => navigate(`/studio/pages/${id}`, { replace: true }));
  };
  return (
    <>
      <header className="studio-head">
        <h1>{t`New page`}</h1>
        <p>
          <Link className="link" to="/studio/pages">{t`All pages`}</Link>
        </p>
      </header>
      <PageForm key={madeId} start={start} isNew save={save} takeTheirs={() => {}} />
    </>
  );
}

/** Edits an existing page. */
export function PageScreen({ id }: { id: string }) {
  const query = useQuery({ ...sitePage(id), refetchOnMount: "always", staleTime: 0 });
  const { data: page } = query;
  const isCurrent = page && !query.isRefetching;
  return isCurrent ? (
    <StoredPage key={page.id} page={page} />
  ) : (
    <PendingPart failure={t`We couldn’t load the page.`} of={pendingOf(query)} height="24rem" />
  );
}

function StoredPage({ page }: { page: SitePage }) {
  const navigate = useNavigate();
  const [current, setCurrent] = useState(page);
  const [taken, setTaken] = useState(0);
  const [isConfirming, setConfirming] = useState(false);
  const { id, title } = current;
  const address = pagePath(id);

  const save = async (values: PageValues, force: boolean) => {
    const { isLinked, ...rest } = values;
    const footer = isLinked ? (current.footer ?? (await nextPlace())) : null;
    const changed = rest.id === id ? { title: rest.title, body: rest.body } : rest;
    const revision = force ? {} : { rev: current.rev };
    const { data } = await updateItem("pages", id, { ...changed, footer, ...revision });
    setCurrent(data);
    void queryClient.invalidateQueries({ queryKey: sitePages.queryKey });
    if (data.id !== id) setTimeout(() => navigate(`/studio/pages/${data.id}`, { replace: true }));
  };
  const takeTheirs = (theirs: SitePage) => {
    setCurrent(theirs);
    setTaken(taken + 1);
  };
  const remove = async () => {
    setConfirming(false);
    await attempt({ failure: "Page not deleted", outcome: t`We couldn’t delete the page.` }, async () => {
      await removeItem("pages", id);
      notify({
        kind: "fact",
        message: t`“${title}” deleted.`,
        action: { label: t`Undo`, run: () => bringBack(current) },
      });
      await readPagesAgain();
      navigate("/studio/pages");
    });
  };

  return (
    <>
      <header className="studio-head">
        <h1>{title}</h1>
        <p>
          <Link className="link" to="/studio/pages">{t`All pages`}</Link>
          {current.body !== "" && <Link className="link" to={address}>{t`View ${address}`}</Link>}
        </p>
        {isOwnPage(id) && (
          <div className="studio-actions">
            <Button onClick={() => setConfirming(true)}>{t`Delete`}</Button>
          </div>
        )}
      </header>
      <PageForm
        key={taken}
        start={{ id, title, body: current.body, isLinked: current.footer !== null }}
        isNew={false}
        save={save}
        takeTheirs={takeTheirs}
      />
      <ConfirmDialog
        isOpen={isConfirming}
        title={t`Delete “${title}”?`}
        confirm={t`Delete page`}
        isDestructive
        onConfirm={remove}
        onCancel={() => setConfirming(false)}
      >
        {t`Visitors will no longer find ${address}, and its footer link is removed.`}
      </ConfirmDialog>
    </>
  );
}

async function bringBack({ id, title, body, footer }: SitePage): Promise<void> {
  const report = { failure: "Page not restored", outcome: t`We couldn’t restore “${title}”.` };
  await attempt(report, () => createItem("pages", { id, title, body, footer }));
  await readPagesAgain();
}
