// Query parameters that change a page. Others are dropped before rendering, so that a made-up one neither fills
// the cache nor finds its way into a page.
const KNOWN_PARAMETERS = ["_routes", "category", "page", "paper", "q", "sort", "type"];
const LONGEST_VALUE = 200;

/** Where links and loaders believe to be when no public address is set. Nothing a client sends gets in its place. */
const NO_PUBLIC_URL = "http://localhost";

/** The one address of a page: fixed origin, known parameters only, in a fixed order. */
export function pageAddress(asked: URL, publicUrl: string | undefined): URL {
  const address = new URL(asked.pathname, publicUrl ?? NO_PUBLIC_URL);
  for (const name of KNOWN_PARAMETERS)
    for (const value of asked.searchParams.getAll(name).slice(0, 20)) {
      const short = value.slice(0, LONGEST_VALUE);
      if (short !== "") address.searchParams.append(name, short);
    }
  return address;
}
