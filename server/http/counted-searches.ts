/**
 * Whether a request searches templates. Further pages of the results are not counted again, and neither is the data of that page: a
 * browser has requested it from the content API before.
 */
export function isSearch(
  method: string | undefined,
  address: string | undefined,
  /** The page it comes from: searches of operators in the studio are not counted. */
  from = "",
): boolean {
  const [path, query = ""] = address?.split("?", 2) ?? [];
  if (/^https?:\/\/[^/]+\/studio(?:\/|$)/.test(from)) return false;
  if (method !== "GET" || (path !== "/templates" && path !== "/items/templates")) return false;
  const parameters = new URLSearchParams(query);
  if (parameters.has("page")) return false;
  return Boolean(parameters.get(path === "/templates" ? "q" : "search")?.trim());
}
