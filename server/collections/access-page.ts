import { KEY_SCOPES } from "../../contract/people/api-keys.ts";
import type { Permissions, Role } from "../content/access.ts";
import type { Collection } from "../content/collection.ts";
import { SCOPES } from "../request/viewer.ts";

const ROLES: Role[] = ["visitor", "person", "operator", ...SCOPES, ...KEY_SCOPES];

const HEAD = `# Who may do what

<!-- Made from server/collections by \`npm run docs:access\`. Change the access row of a collection there, not this page. -->

A visitor has not signed in, a person has, an operator has an account with that role. A program has an access token with a scope;
OPERATOR_TOKEN has \`templates:write\`. No token reaches people or what is theirs. An API key belongs to a person: it reaches what its
scopes name, and otherwise reads what a visitor reads; \`people:write\` and \`library:write\` work while its owner is an operator. Roles that are not listed may do nothing. "Own" rows carry
the viewer's id. A row that the viewer may not reach is answered like a missing one: 403.

"By id" and "through a relation" are listed where they reach other rows than a list; a relation is followed by \`fields=image.width\`
or by a filter. \`/assets\` serves the files that can be read through a relation.

| collection | who | reads | creates with | changes | deletes |
|---|---|---|---|---|---|
`;

const FOOT = `
Only an operator with a session reads people (\`/auth/people\`), changes or deletes their accounts (\`/auth/people/{id}/...\`), reads the
action log (\`/auth/actions\`), which can't be changed, and changes the library's settings (\`/site/settings\`).
`;

/** The access rows of all collections as the page docs/access.md. */
export function accessPage(collections: readonly Collection[]): string {
  const rows = collections.flatMap(({ name, access }) => {
    const byRights = Map.groupBy(
      ROLES.filter((role) => access[role]),
      (role) => rightsOf(access[role] ?? {}).join(" | "),
    );
    return [...byRights].map(
      ([rights, roles]) => `| \`${name}\` | ${roles.map(shown).join(", ")} | ${rights} |`,
    );
  });
  return `${HEAD}${rows.join("\n")}\n${FOOT}`;
}

function shown(role: Role): string {
  if (KEY_SCOPES.some((scope) => scope === role)) return `API key \`${role}\``;
  return SCOPES.some((scope) => scope === role) ? `token \`${role}\`` : role;
}

function rightsOf({ create, update, delete: remove, ...reads }: Permissions): string[] {
  return [
    readsOf(reads),
    create ? names(create) : "",
    update ? `${update.rows.word}: ${names(update.fields)}` : "",
    remove?.word ?? "",
  ];
}

function readsOf({ read, readIfFilteredBy, readById, readThrough, readAfterWrite }: Permissions): string {
  const parts = [
    read?.word,
    readIfFilteredBy && `when a filter names \`${readIfFilteredBy.field}\`: ${readIfFilteredBy.rows.word}`,
    readById && `by id: ${readById.word}`,
    readThrough && `through a relation: ${readThrough.word}`,
    readAfterWrite && !read && "what was just written",
  ];
  return parts.filter(Boolean).join("; ");
}

function names(fields: readonly string[]): string {
  return fields.map((name) => `\`${name}\``).join(" ");
}
