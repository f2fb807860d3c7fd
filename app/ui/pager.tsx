import { Link } from "react-router";

/** Previous and next, as links: they work without scripts, go back, and can be shared. */
export function Pager({ paging, to }: { paging: Paging; to(page: number): string }) {
  const { page, pages, from, to: last, total } = paging;
  return (
    <nav className="wrap pager" aria-label="Pages">
      {page > 1 && (
        <Link className="button" rel="prev" to={to(page - 1)}>
          Previous
        </Link>
      )}
      <span className="muted num">
        {from === last ? from : `${from} to ${last}`} of {total}
      </span>
      {page < pages && (
        <Link className="button" rel="next" to={to(page + 1)}>
          Next
        </Link>
      )}
    </nav>
  );
}

export type Paging = { page: number; pages: number; from: number; to: number; total: number };

/** Which items a page holds, with `size` on each; a page beyond the last is the last. */
export function pageOf(total: number, wanted: number, size: number): Paging {
  const pages = Math.max(1, Math.ceil(total / size));
  const page = Math.min(Math.max(wanted, 1), pages);
  return { page, pages, from: (page - 1) * size + 1, to: Math.min(page * size, total), total };
}
