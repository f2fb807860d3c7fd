import { t } from "@lingui/core/macro";
import { Link } from "react-router";
import type { Paging } from "../lib/http/listed-page.ts";
import { formatNumber } from "../lib/i18n/intl.ts";

/** Previous and next, as links: they work without scripts, go back, and can be shared. */
export function Pager({ paging, to }: { paging: Paging; to(page: number): string }) {
  const { page, pages } = paging;
  const from = formatNumber(paging.from);
  const last = formatNumber(paging.to);
  const total = formatNumber(paging.total);
  return (
    <nav className="wrap pager" aria-label={t`Pages`}>
      {page > 1 && <Link className="button" rel="prev" to={to(page - 1)}>{t`Previous`}</Link>}
      <span className="muted num">
        {from === last ? t`${from} of ${total}` : t`${from}–${last} of ${total}`}
      </span>
      {page < pages && <Link className="button" rel="next" to={to(page + 1)}>{t`Next`}</Link>}
    </nav>
  );
}
