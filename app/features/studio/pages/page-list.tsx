import down from "virtual:icon/arrow-down";
import up from "virtual:icon/arrow-up";
import plus from "virtual:icon/plus";
import { t } from "@lingui/core/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { pagePath } from "../../../../contract/site/site.ts";
import { formatShortMoment } from "../../../lib/format/moments.ts";
import { formatNumber } from "../../../lib/i18n/intl.ts";
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
    meta: { failure: "Footer order not changed", outcome: t`We couldn’t change the footer.` },
  });
  const move = (id: string, step: -1 | 1) => {
    if (pages && !order.isPending) order.mutate(moveInFooter(pages, id, step));
  };

  return (
    <>
      <header className="studio-head">
        <h1>
          {t`Pages`} {pages && <small>{formatNumber(pages.length)}</small>}
        </h1>
        <p>{t`Privacy notice, terms and other pages. Choose which ones appear in the footer.`}</p>
        <div className="studio-actions">
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
  const address = pagePath(id);
  const edited = formatShortMoment(new Date(date_updated));
  const where = isEmpty
    ? t`${address}, not published because it is empty`
    : place < 0
      ? t`${address}, not in the footer`
      : t`${address}, in the footer`;
  return (
    <li>
      <span className={styles.pageName}>
        <Link to={`/studio/pages/${id}`}>{title}</Link>
        <small>{where}</small>
      </span>
      <small className="page-changed">{t`Edited ${edited}`}</small>
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
  const address = pagePath("imprint");
  return (
    <li className={styles.pageMissing}>
      <span className={styles.pageName}>
        {t`Imprint`}
        <small>{t`${address}, not written yet`}</small>
      </span>
      <Link className="button small" to="/studio/pages/new?id=imprint">{t`Write imprint`}</Link>
    </li>
  );
}
