export type Paging = { page: number; pages: number; from: number; to: number; total: number };

/** Where a page lies among all things, `size` on each; one beyond the last is the last. */
export function pageOf(total: number, wanted: number, size: number): Paging {
  const pages = Math.max(1, Math.ceil(total / size));
  const page = Math.min(Math.max(wanted, 1), pages);
  return { page, pages, from: (page - 1) * size + 1, to: Math.min(page * size, total), total };
}
