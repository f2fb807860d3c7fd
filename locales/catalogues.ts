/**
 * The catalogues of messages and the sources whose messages each holds. A page loads the catalogues of its
 * scripts, so they follow what is loaded together: `site` is on every page. A folder in a folder of another
 * catalogue belongs to the first that names it.
 */
export const CATALOGUES: Readonly<Record<string, readonly string[]>> = {
  site: [
    "app/root.tsx",
    "app/shell",
    "app/ui",
    "app/lib",
    "app/features/session",
    "app/features/search",
    "app/features/saved",
    "app/features/icons",
    "app/routes/unknown",
  ],
  template: ["app/features/catalogue/detail", "app/routes/template"],
  gallery: [
    "app/features/catalogue",
    "app/features/personal-gallery",
    "app/features/ratings",
    "app/routes/home",
    "app/routes/type",
    "app/routes/templates",
    "app/routes/authors",
    "app/routes/engines",
    "app/routes/site-pages",
  ],
  account: [
    "app/features/account",
    "app/features/contact",
    "app/features/history",
    "app/features/profile",
    "app/features/submissions",
    "app/routes/accounts",
    "app/routes/contact",
    "app/routes/dashboard",
    "app/routes/setup",
    "app/routes/api-docs",
  ],
  documents: [
    "app/features/details",
    "app/features/documents",
    "app/routes/details",
    "app/routes/shared",
    "contract",
    "shared",
  ],
  editor: ["app/features/editor", "app/routes/editor"],
  studio: ["app/features/operators", "app/features/studio", "app/routes/studio"],
};
