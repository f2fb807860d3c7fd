import { isDeepStrictEqual } from "node:util";
import type { Selectable } from "kysely";
import { z } from "zod";
import { COLLECTIONS } from "../../contract/collections/collections.ts";
import {
  keywords,
  keywordsByLanguage,
  RESERVED_SLUGS,
  slug,
} from "../../contract/templates/template-file.ts";
import { type TemplateMove, TYPE_CHANGE_EXTRAS } from "../../contract/templates/template-moves.ts";
import { actorOf } from "../actions/action-log.ts";
import { forgetDropped, ORDERED, rememberDropped } from "../catalogue/library-origin.ts";
import { type Access, all, type Permissions } from "../content/access.ts";
import type { Payload } from "../content/payload.ts";
import { isObject } from "../content/query/parameters.ts";
import type { Columns, TypeTable } from "../database/tables.ts";
import { failedValidation, notUnique, preconditionFailed } from "../errors/errors.ts";
import { messageFor } from "../errors/messages.ts";
import type { ContractCollection, Services } from "./services.ts";
import { lockTypes, moveTemplates, readMoves, requireEmpty } from "./template-moves.ts";

const writable = ["singular", "plural", "description", "words", "icon", "sort", "categories"];

const manageTypes: Permissions = {
  read: all,
  create: ["id", ...writable],
  update: { rows: all, fields: writable },
  delete: all,
};

const access: Access = {
  visitor: { read: all },
  person: { read: all },
  operator: manageTypes,
  "templates:write": manageTypes,
  "library:write": manageTypes,
  "messages:read": { read: all },
};

const category = z.strictObject({
  slug,
  label: z.string().trim().min(1).max(80),
  description: z.string().max(300).default(""),
  icon: z.string().max(80).default(""),
  words: keywords.optional(),
});

export function types({ catalogue }: Services): ContractCollection<"types"> {
  return {
    name: "types",
    fields: COLLECTIONS.types,
    access,
    underItems: true,
    isPublic: true,
    logged: "type",
    extras: TYPE_CHANGE_EXTRAS,
    order: [{ field: "sort", descending: false }],
    afterWrite: catalogue.refresh,

    async create({ db, check }, payload) {
      const values = check(payload);
      const id = values.id;
      if (!slug.safeParse(id).success) throw failedValidation("id", "slug", messageFor("slug"));
      if (RESERVED_SLUGS.includes(id))
        throw failedValidation("id", "reserved", messageFor("reserved_type", { id }));
      if (await db.selectFrom("types").select("id").where("id", "=", id).executeTakeFirst())
        throw notUnique("types", "id", id);
      await db
        .insertInto("types")
        .values({
          id,
          singular: values.singular,
          plural: values.plural,
          description: values.description ?? "",
          words: checkKeywords(values.words) ?? "{}",
          icon: values.icon ?? "lucide:file",
          sort: values.sort ?? 1_000,
          categories: checkCategories(values.categories) ?? "[]",
          origin: null,
        })
        .execute();
      await forgetDropped(db, "type", id);
      await catalogue.bump(db);
      return id;
    },

    async update(change, id, payload) {
      const { db, dialect, now, viewer, check, reachable } = change;
      const { moves: sentMoves, was, ...fields } = payload;
      const values = check(fields);
      const moves = readMoves(sentMoves);
      const categories = checkCategories(values.categories);
      checkKeywords(values.words);
      const types = await lockTypes(db, dialect, [id, ...targetsOf(moves)], "to change");
      const stored = await db
        .selectFrom("types")
        .selectAll()
        .where("id", "=", id)
        .where(reachable)
        .executeTakeFirst();
      const held = types.get(id);
      if (!stored || !held) return undefined;
      requireUnchanged(stored, was);
      const next = { ...held, categories: categories ? JSON.parse(categories) : held.categories };
      const moved = await moveTemplates(
        { db, now, actor: actorOf(viewer), type: id, types: new Map(types).set(id, next) },
        moves,
      );
      const remaining = new Set(next.categories.map(({ slug }: { slug: string }) => slug));
      const dropped = held.categories.filter(({ slug }) => !remaining.has(slug));
      await requireEmpty(db, id, dropped, held.plural);
      if (Object.keys(values).length > 0)
        await db
          .updateTable("types")
          .set({ ...values, ...(categories ? { categories } : {}), origin: originAfter(stored, values) })
          .where("id", "=", id)
          .execute();
      if (Object.keys(values).length + moved.length > 0) await catalogue.bump(db, moved);
      return id;
    },

    async remove(change, id, extras) {
      const { db, dialect, now, viewer, reachable } = change;
      const moves = readMoves(extras.moves);
      const types = await lockTypes(db, dialect, [id, ...targetsOf(moves)], "to change");
      const held = types.get(id);
      if (!held) return false;
      const others = new Map(types);
      others.delete(id);
      const moved = await moveTemplates({ db, now, actor: actorOf(viewer), type: id, types: others }, moves);
      await requireEmpty(db, id, "all", held.plural);
      const { numDeletedRows } = await db
        .deleteFrom("types")
        .where("id", "=", id)
        .where(reachable)
        .executeTakeFirst();
      await rememberDropped(db, "type", id);
      if (numDeletedRows > 0n) await catalogue.bump(db, moved);
      return numDeletedRows > 0n;
    },
  };
}

type StoredType = Selectable<TypeTable>;

const targetsOf = (moves: readonly TemplateMove[]) => moves.flatMap(({ to }) => to.type ?? []);

/**
 * The library no longer overwrites what an operator has changed. If only the order of types was changed, only the order is
 * retained.
 */
function originAfter({ origin }: StoredType, values: Partial<Columns<"types">>): string | null {
  const isOnlyOrder = Object.keys(values).every((name) => name === "sort");
  return origin !== null && isOnlyOrder ? ORDERED : null;
}

/** `was` holds the fields as the sender knew them: someone else may have changed them since. */
function requireUnchanged(stored: StoredType, was: unknown): void {
  if (was === undefined) return;
  if (!isObject(was))
    throw failedValidation("was", "object", "Value must be an object of fields and values.");
  const { origin: _, ...row } = stored;
  const current: Payload = { ...row, words: JSON.parse(row.words), categories: JSON.parse(row.categories) };
  const others = Object.keys(was).filter((name) => !isDeepStrictEqual(was[name], current[name]));
  if (others.length > 0)
    throw preconditionFailed(
      messageFor("type_changed", { fields: others.join(", "), type: stored.plural }),
      current,
    );
}

function checkKeywords(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const read = keywordsByLanguage.safeParse(JSON.parse(given));
  if (read.success) return given;
  const issue = read.error.issues[0];
  throw failedValidation(
    "words",
    "words",
    `Value must be a text with commas for each language, { "en": "cv, curriculum vitae" }: ${issue?.path.join(".")} ${issue?.message}.`,
  );
}

function checkCategories(categories: string | undefined): string | undefined {
  if (categories === undefined) return undefined;
  const read = z.array(category).max(100).safeParse(JSON.parse(categories));
  if (!read.success) {
    const issue = read.error.issues[0];
    throw failedValidation(
      "categories",
      "list",
      `Value must be a list of { slug, label, description, icon, words }: ${issue?.path.join(".")} ${issue?.message}.`,
    );
  }
  return JSON.stringify(read.data);
}
