import down from "virtual:icon/arrow-down";
import up from "virtual:icon/arrow-up";
import plus from "virtual:icon/plus";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { pagePath } from "../../../../contract/site/site.ts";
import { formatShortMoment } from "../../../lib/format/moments.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { PendingPart, pendingOf } from "../../../ui/pending.tsx";
import styles from "./pages.module.css";
import { type ListedSitePage, moveInFooter, sitePages, storeOrder } from "./site-pages.ts";

/** All pages, with their addresses and their order in the footer. */
export function PageList() {
  const query = useQuery({ ...sitePages, refetchOnMount: "always" });
  const pages = query.data;
  const linked = pages?.filter(({ footer }) => footer !== null) ?? [];

  const order = useMutation({
    mutationFn: storeOrder,
    meta: { failure: "Footer order not changed", outcome: t`The footer wasn’t changed.` },
  });
  const move = (id: string, step: -1 | 1) => {
    if (pages && !order.isPending) order.mutate(moveInFooter(pages, id, step));
  };

  return (
    <>
      <header className="bench-head">
        <h1>
          <Trans>Pages {pages && <small>{pages.length}</small>}</Trans>
        </h1>
        <p>{t`Privacy notice, terms and other pages. Choose which ones appear in the footer.`}</p>
        <div className="bench-actions">
          <Link className="button primary" to="/studio/pages/new">
            <Icon of={plus} />
            {t`New page`}
          </Link>
        </div>
      </header>
      {!pages && (
        <PendingPart failure={t`We couldn’t load the pages.`} of={pendingOf(query)} height="16rem" />
      )}
      {pages && (
        <ul className={`lines ${styles.pageLines}`} aria-label={t`Pages`}>
          {pages.map((page) => (
            <PageLine
              key={page.id}
              page={page}
              place={linked.indexOf(page)}
              places={linked.length}
              move={(step) => move(page.id, step)}
            />
          ))}
          {!pages.some(({ id }) => id === "imprint") && <MissingImprint />}
        </ul>
      )}
    </>
  );
}

type LineProps = { page: ListedSitePage; place: number; places: number; move(step: -1 | 1): void };

function PageLine({ page, place, places, move }: LineProps) {
  const { id, title, isEmpty, date_updated } = page;
  const where = isEmpty
    ? t`${pagePath(id)}, empty, so not published`
    : place < 0
      ? t`${pagePath(id)}, not in the footer`
      : t`${pagePath(id)}, in the footer`;
  return (
    <li>
      <span className={styles.pageName}>
        <Link to={`/studio/pages/${id}`}>{title}</Link>
        <small>{where}</small>
      </span>
      <small className="page-changed">
        <Trans>Edited {formatShortMoment(new Date(date_updated))}</Trans>
      </small>
      <span className={styles.pageMoves}>
        {place >= 0 && (
          <>
            <IconButton
              label={t`Move ${title} up in the footer`}
              icon={up}
              aria-disabled={place === 0}
              onClick={() => place > 0 && move(-1)}
            />
            <IconButton
              label={t`Move ${title} down in the footer`}
              icon={down}
              aria-disabled={place === places - 1}
              onClick={() => place < places - 1 && move(1)}
            />
          </>
        )}
      </span>
    </li>
  );
}

/** Some countries require an imprint, so it is listed while it is missing. */
function MissingImprint() {
  return (
    <li className={styles.pageMissing}>
      <span className={styles.pageName}>
        <Trans>
          Imprint
          <small>/imprint, not written yet</small>
        </Trans>
      </span>
      <Link className="button small" to="/studio/pages/new?id=imprint">{t`Write imprint`}</Link>
    </li>
  );
}
