const OFFERS = "what the feature offers to others";
const PAGE = "a page or document that the site map names; what it is made of lies in features";
const PROGRAM = "a program of its own";
const MIGRATION = "one step of the schema, never changed once released";

/** Files of 30 lines or fewer, and why each is not part of another. */
export const SMALL_FILES: Record<string, string> = {
  "app/features/account/index.ts": OFFERS,
  "app/features/account/mail-sent.tsx":
    "shown by three pages: signing up, signing in and asking for a new password",
  "app/features/catalogue/index.ts": OFFERS,
  "app/features/catalogue/template-loading.ts":
    "loads the templates' data later; every page has it, and not that data",
  "app/features/contact/index.ts": OFFERS,
  "app/features/documents/check/exported-documents.ts":
    "what the browser remembers, asked by the editor and by the list",
  "app/features/documents/index.ts": OFFERS,
  "app/features/editor/autosave/titles.ts": "autosave, export and the title field name a draft alike",
  "app/features/editor/batch/plan/file-names.ts":
    "words of file names, apart from what becomes of the columns",
  "app/features/editor/characters/use-unprinted.ts":
    "the hook, apart from what can be tried without a screen",
  "app/features/editor/editor-template.ts": "the type that all of the editor stands on",
  "app/features/editor/form/gap-number.tsx": "a field and a list have it, and the one imports the other",
  "app/features/editor/form/value-text.ts":
    "values of four kinds of field and the columns of a table are shown with it",
  "app/features/editor/index.ts": OFFERS,
  "app/features/history/index.ts": OFFERS,
  "app/features/icons/index.ts": OFFERS,
  "app/features/operators/index.ts": OFFERS,
  "app/features/profile/index.ts": OFFERS,
  "app/features/profile/shown-profile.ts":
    "on every page, while profile.ts is loaded only for a known person",
  "app/features/ratings/index.ts": OFFERS,
  "app/features/saved/index.ts": OFFERS,
  "app/features/search/index.ts": OFFERS,
  "app/features/session/index.ts": OFFERS,
  "app/lib/arrow-keys.ts": "the words of a page and the sections of a form are gone through alike",
  "app/lib/asset.ts": "where a picture is, for four features",
  "app/lib/denied-calls.ts": "on every page, while the HTTP client is loaded with the first call",
  "app/lib/handed-draft.ts":
    "the page of a shared document hands a copy to the editor, which it doesn't load",
  "app/routes/accounts/reset-password.tsx": PAGE,
  "app/routes/accounts/verify-email.tsx": PAGE,
  "app/routes/dashboard/documents.tsx": PAGE,
  "app/features/studio/panes/fields/field-meanings.ts":
    "what can be chosen, apart from the form that shows it",
  "app/features/studio/panes/fields/sample-edits.ts": "follows in the sample what the schema's edits change",
  "app/features/studio/panes/index.ts": OFFERS,
  "app/features/studio/panes/source/json-editor.tsx":
    "the fields and the sample, before the editor is loaded",
  "app/features/studio/figures/index.ts": OFFERS,
  "app/features/studio/home/index.ts": OFFERS,
  "app/features/studio/pages/index.ts": OFFERS,
  "app/features/studio/templates/index.ts": OFFERS,
  "app/features/studio/types/index.ts": OFFERS,
  "app/features/studio/versions/index.ts": OFFERS,
  "app/routes/engines/manifest.ts": PAGE,
  "app/routes/engines/robots.ts": PAGE,
  "app/routes/studio/draft.tsx": PAGE,
  "app/routes/studio/figures.tsx": PAGE,
  "app/routes/studio/home.tsx": PAGE,
  "app/routes/studio/log.tsx": PAGE,
  "app/routes/studio/messages.tsx": PAGE,
  "app/routes/studio/moved.ts": PAGE,
  "app/routes/studio/page.tsx": PAGE,
  "app/routes/studio/pages.tsx": PAGE,
  "app/routes/studio/people.tsx": PAGE,
  "app/routes/studio/template.tsx": PAGE,
  "app/routes/unknown/page.tsx": PAGE,
  "app/shell/draft-layout.tsx": "a frame of its own for the site map",
  "app/ui/empty-sheet.tsx": "shown where a list is empty, by three features",
  "app/ui/media.ts": "a hook for two features that know nothing of each other",
  "app/ui/pager.tsx": "listings, messages, people, the log and the history are paged alike",
  "app/ui/pending.tsx": "the dashboard's parts load and fail alike",
  "bench/support/bare-server.ts": PROGRAM,
  "bench/support/maker-process.ts": PROGRAM,
  "cli/doctor/verdict.ts": "what both groups of checks answer with",
  "cli/key.ts": "a command of its own",
  "cli/searches.ts": "a command of its own",
  "contract/error-codes.ts": "agreed on by browser and server",
  "contract/file-name.ts": "agreed on by browser and server",
  "contract/local-path.ts": "agreed on by browser and server",
  "contract/own-typefaces.ts": "tried by itself, also by the test of the typefaces' specimens",
  "contract/ratings.ts": "agreed on by browser and server",
  "contract/used-words.ts": "said by pages, and asked by the server when a page has to be made again",
  "server/accounts/email-address.ts": "the command line and sign-up read an address alike",
  "server/collections/ownership.ts":
    "the rule by which saved templates, history and documents belong to somebody",
  "server/database/migrations/0004-file-transforms.ts": MIGRATION,
  "server/database/migrations/0007-document-sizes.ts": MIGRATION,
  "server/database/migrations/0009-shares.ts": MIGRATION,
  "server/database/migrations/0012-pages.ts": MIGRATION,
  "server/database/migrations/0017-kept-words.ts": MIGRATION,
  "server/kernel/loop-turns.ts": "pages, searches and the building of the index wait in its one line",
  "server/kernel/program-files.ts": "the one place that knows whether sources or their bundle run",
  "server/kernel/watchdog-thread.ts": PROGRAM,
  "server/kernel/watchdog.ts": "started by the program, and by the test that gets stuck",
  "server/metrics/limit-hits.ts": "limits on three floors note in it that they were reached",
  "server/pages/template-ratings.ts": "ratings are read for one page, templates as cards for all of them",
  "server/rendering/requests/stored-document.ts":
    "a document that nobody can mend just now, beside requests of who can",
  "server/rendering/worker/words.ts": "words for the library check; pages.ts makes what people see",
};
