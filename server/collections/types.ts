import { z } from "zod";
import { COLLECTIONS } from "../../contract/collections.ts";
import { RESERVED_SLUGS, searchWords, slug, wordsByLanguage } from "../../contract/template-file.ts";
import { type Access, all, type Permissions } from "../content/access.ts";
import { failedValidation, invalidForeignKey, notUnique } from "../kernel/errors.ts";
import type { ContractCollection, Services } from "./services.ts";

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
  "messages:read": { read: all },
};

const category = z.strictObject({
  slug,
  label: z.string().trim().min(1).max(80),
  description: z.string().max(300).default(""),
  icon: z.string().max(80).default(""),
  words: searchWords.optional(),
});

export function types({ catalogue }: Services): ContractCollection<"types"> {
  return {
    name: "types",
    fields: COLLECTIONS.types,
    access,
    underItems: true,
    isPublic: true,
    logged: "type",
    order: [{ field: "sort", descending: false }],
    afterWrite: catalogue.refresh,

    async create({ db, check }, payload) {
      const values = check(payload);
      const id = values.id;
      if (!slug.safeParse(id).success)
        throw failedValidation(
          "id",
          "slug",
          "Value has to be lower-case letters and digits in words joined by hyphens.",
        );
      if (RESERVED_SLUGS.includes(id))
        throw failedValidation("id", "reserved", `"${id}" is a path of the site itself; choose another.`);
      if (await db.selectFrom("types").select("id").where("id", "=", id).executeTakeFirst())
        throw notUnique("types", "id", id);
      await db
        .insertInto("types")
        .values({
          id,
          singular: values.singular,
          plural: values.plural,
          description: values.description ?? "",
          words: checkWords(values.words) ?? "{}",
          icon: values.icon ?? "lucide:file",
          sort: values.sort ?? 1_000,
          categories: checkCategories(values.categories) ?? "[]",
          origin: null,
        })
        .execute();
      await catalogue.bump(db);
      return id;
    },

    async update({ db, check, reachable }, id, payload) {
      const values = check(payload);
      const categories = checkCategories(values.categories);
      checkWords(values.words);
      if (
        !(await db.selectFrom("types").select("id").where("id", "=", id).where(reachable).executeTakeFirst())
      )
        return undefined;
      if (Object.keys(values).length === 0) return id;
      await db
        .updateTable("types")
        .set(categories ? { ...values, categories } : values)
        .where("id", "=", id)
        .execute();
      await catalogue.bump(db);
      return id;
    },

    async remove({ db, reachable }, id) {
      const used = await db
        .selectFrom("templates")
        .select("id")
        .where("type", "=", id)
        .limit(1)
        .executeTakeFirst();
      if (used) throw invalidForeignKey("templates", "type", id);
      const { numDeletedRows } = await db
        .deleteFrom("types")
        .where("id", "=", id)
        .where(reachable)
        .executeTakeFirst();
      if (numDeletedRows > 0n) await catalogue.bump(db);
      return numDeletedRows > 0n;
    },
  };
}

function checkWords(words: string | undefined): string | undefined {
  if (words === undefined) return undefined;
  const read = wordsByLanguage.safeParse(JSON.parse(words));
  if (read.success) return words;
  const issue = read.error.issues[0];
  throw failedValidation(
    "words",
    "words",
    `Value has to be a text with commas for each language, { "en": "cv, curriculum vitae" }: ${issue?.path.join(".")} ${issue?.message}.`,
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
      `Value has to be a list of { slug, label, description, icon, words }: ${issue?.path.join(".")} ${issue?.message}.`,
    );
  }
  return JSON.stringify(read.data);
}
