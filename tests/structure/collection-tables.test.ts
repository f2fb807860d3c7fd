import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { COLLECTIONS } from "../../contract/collections/collections.ts";

/**
 * Rows of collections are read through the content engine, which applies their access rows. These folders
 * query them directly, each under its own rule, written next to the query; docs/architecture.md lists them.
 */
const DIRECT_QUERIES: Record<string, string> = {
  accounts:
    "what is kept about the person who asks; for operators, what templates and types in the log are called",
  catalogue:
    "published templates, for the search index; whose name stands on one; the sums of ratings; versions, which are copies of their template",
  documents: "documents of the person who asks, and the versions of templates between which it changes",
  drafts: "a draft of who may have it, what it begins with, and what it becomes when it is published",
  host: "copies of a content host's templates and types, which everyone may read, and of what it has of the person who asks",
  jobs: "the names of templates in the jobs of the person who asks, and the newest version of one that may be rendered",
  library: "the operator's import and export",
  limits: "how much the person who writes has: counts and sizes, nothing of what is in them",
  mail: "the language in which the recipient of an email uses the site",
  operators: "for operators: which templates are published, and what the templates in the figures are called",
  pages:
    "published templates as cards, the id behind a template's path, the public pictures of its pages, and its ratings without whose they are",
  rendering:
    "a template that is published, or that somebody has documents of; counts of use; who exported what",
  shares: "what a link opens is read for whoever has the link, who has no rights of their own",
  thumbnails: "published templates, to make their pictures",
  versions: "for operators: the history of a template, and what they restore of it",
  webhooks:
    "the names and addresses of templates that the owner of a webhook exported or ran a job of, or that were published",
};

/** The engine itself, the collections, and the storage of files. */
const ENGINE = ["content", "collections", "files"];

const NAMES = Object.keys(COLLECTIONS).join("|");
const QUERY = new RegExp(
  `(?:selectFrom|Join|updateTable|deleteFrom|insertInto)\\(\\s*["'](?:${NAMES})\\b|sql\`[^\`]*\\b(?:from|join|update|into) (?:${NAMES})\\b`,
);

test("only the engine and listed exceptions query collection tables", () => {
  const folders = globSync("server/**/*.ts")
    .filter((file) => !file.endsWith(".test.ts") && !file.startsWith("server/database/migrations/"))
    .filter((file) => QUERY.test(readFileSync(file, "utf8")))
    .map((file) => file.split("/")[1] ?? "");
  expect([...new Set(folders)].filter((folder) => !ENGINE.includes(folder)).sort()).toEqual(
    Object.keys(DIRECT_QUERIES),
  );
});

test("the engine names no collection", () => {
  const named = new RegExp(`["'\`](?:${NAMES})["'\`]`);
  const engine = globSync("server/content/**/*.ts").filter((file) => !file.endsWith(".test.ts"));
  expect(engine.length).toBeGreaterThan(10);
  expect(engine.filter((file) => named.test(readFileSync(file, "utf8")))).toEqual([]);
});

test("detects every form of a query", () => {
  for (const source of [
    '.selectFrom("templates")',
    '.leftJoin(\n  "history_templates as entry"',
    "sql`select 1 from documents where id = 1`",
  ])
    expect(QUERY.test(source), source).toBe(true);
  for (const source of ['.selectFrom("auth_user")', '.selectFrom("file_contents")', "sql`select 1`"])
    expect(QUERY.test(source), source).toBe(false);
});
