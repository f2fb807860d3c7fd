/**
 * The editor opened for "This device only": its policy lets it load the engine and the build, and nothing else (decision 35). What would
 * ask the server asks here first, so that the policy is the second guard and not the first.
 */
export const PRIVATE_PARAMETER = "private"; // as in server/pages/content-policy.ts

/** A policy belongs to a loaded page, whatever its address becomes later. */
const loadedAt = typeof location === "undefined" ? "" : location.pathname;
const isLoadedPrivately =
  loadedAt.endsWith("/use") && new URLSearchParams(location.search).get(PRIVATE_PARAMETER) === "1";

export function isPrivatePage(): boolean {
  return isLoadedPrivately;
}

/** Whether a navigation has to be a full page load: the next page has another policy and needs data. */
export function leavesPrivatePage(pathname: string): boolean {
  return isLoadedPrivately && pathname !== loadedAt;
}

/** What a private page may request. */
export function mayRequest(path: string): boolean {
  return !isLoadedPrivately || /^\/(?:engine|builds)\//.test(path);
}
