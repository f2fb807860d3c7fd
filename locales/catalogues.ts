import type { LinguiConfig } from "@lingui/conf";

/**
 * The catalogues of messages and the sources whose messages each holds. A page loads the catalogues of its
 * scripts, so they follow what is loaded together: `site` is on every page, `shared` is what several features use
 * and home does not. A source belongs to the first catalogue that names it or a folder above it.
 */
export const CATALOGUES: Readonly<Record<string, readonly string[]>> = {
  shared: [
    "app/features/jobs/job-progress.tsx",
    "app/features/jobs/jobs.ts",
    "app/lib/autosave",
    "app/lib/batch",
    "app/lib/format/look-labels.ts",
    "app/lib/format/page-formats.ts",
    "app/shell/dashboard-layout.tsx",
    "app/shell/personal-pages.tsx",
    "app/shell/studio-layout.tsx",
    "app/shell/studio-nav.ts",
    "app/ui/form-parts.tsx",
    "app/ui/form-rules.ts",
    "app/ui/leave-guard.tsx",
    "app/ui/ordered-list.tsx",
    "app/ui/pager.tsx",
    "app/ui/picture-chooser.tsx",
  ],
  template: [
    "app/features/catalogue/detail",
    "app/features/ratings/hide-comment.tsx",
    "app/features/ratings/own-rating.tsx",
    "app/features/ratings/rate-form.tsx",
    "app/features/ratings/template-ratings.tsx",
    "app/routes/template",
  ],
  site: [
    "app/root.tsx",
    "app/shell",
    "app/ui",
    "app/lib",
    "app/features/jobs/job-watch.ts",
    "app/features/session",
    "app/features/search",
    "app/features/saved",
    "app/features/icons",
    "app/routes/unknown",
  ],
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
    "app/features/jobs",
    "app/features/profile",
    "app/features/submissions",
    "app/features/translations",
    "app/routes/accounts",
    "app/routes/contact",
    "app/routes/dashboard",
    "app/routes/setup",
    "app/routes/api-docs",
  ],
  documents: ["app/features/details", "app/features/documents", "app/routes/details", "app/routes/shared"],
  answers: ["contract/texts"],
  editor: ["app/features/editor", "app/features/received", "app/routes/editor", "app/routes/received"],
  studio: ["app/features/operators", "app/features/studio", "app/routes/studio"],
};

/** Texts of the library, which only the server has: pages get their data translated. They are no ICU messages. */
export const LIBRARY_CATALOGUE = "library";

/** Texts of emails, which are calls of `i18n._`: macros need a build, and the server runs from its sources too. */
export const MAIL_CATALOGUE = "mails";

/** Texts of the form in a chat, which are calls of `i18n._` too: its one file has all languages. */
export const MCP_APP_CATALOGUE = "mcp-app";

/** What the macros become: a message is in the language of its request on the server. */
export const MACROS: Pick<LinguiConfig, "macro" | "runtimeConfigModule"> = {
  // Texts of `contract/` are read without the macros too, so their `#msg` is a module (contract/texts/msg.ts).
  macro: { corePackage: ["@lingui/core/macro", "#msg"] },
  runtimeConfigModule: { i18n: ["#i18n", "i18n"], Trans: ["#i18n", "Trans"] },
};
