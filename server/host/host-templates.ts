import { createHash } from "node:crypto";
import { z } from "zod";
import {
  type GroupField,
  isBlankSource,
  RESERVED_SLUGS,
  type TemplateFile,
  type TypeFile,
  templateFile,
} from "../../contract/templates/template-file.ts";
import { findPatternFaults } from "../../shared/text/patterns.ts";
import { slugify } from "../../shared/text/slugify.ts";
import { derivedId } from "../database/ids.ts";
import type { FolderFault, FoundTemplate } from "../library/folder.ts";

/** What a host answers for templates, as templates of our own. Whatever it has beyond these fields is ignored. */

const text = (max: number) =>
  z
    .union([z.string(), z.number()])
    .nullish()
    .transform((value) => {
      const plain = String(value ?? "")
        .toWellFormed()
        .replace(/\p{Cc}/gu, " ");
      return plain.trim().slice(0, max).trim();
    });
const hostTemplate = z.object({
  id: z.union([z.string().min(1).max(200), z.number().int()]).transform(String),
  type: text(60),
  category: text(60),
  url: text(2_000),
  content: z.string().max(200_000, "is longer than 200,000 characters").nullish(),
  template_name: text(60),
  rating: z
    .unknown()
    .optional()
    .transform((value) => {
      const number = typeof value === "number" ? value : Number.NaN;
      return number >= 1 && number <= 5 ? number : null;
    }),
  image: z
    .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
    .nullish()
    .catch(null),
  // Of a Typecase: what its templates have besides.
  description: text(300),
  words: text(500),
  title: text(120),
  page: z.unknown().optional(),
  theme: z.unknown().optional(),
  fields: z.unknown().optional(),
  sample: z.unknown().optional(),
});
type HostTemplate = z.output<typeof hostTemplate>;

const NO_FIELDS: GroupField = { type: "object", properties: {}, additionalProperties: false };
const ANY_PAGE: TemplateFile["page"] = { papers: ["a4", "us-letter"], orientation: "portrait" };
const ANY_THEME: TemplateFile["theme"] = { accent: "#1f4fd8", fonts: "original" };

/** A statement of Typst at the start of a line. HTML, Markdown and plain text have none. */
const TYPST = /^\s*#(?:import|include|let|set|show)\b/m;

/** The same id for the same item of the same host, whatever its name. */
export function hostTemplateId(host: string, id: string): string {
  return derivedId("host template", host, id);
}

/** The types and categories of a host are free text; each gets a slug of its own, which it keeps. */
export type HostTypes = {
  /** The slugs for a template, which are made if they are new. */
  place(type: string, category: string): { type: string; category: string };
  list(): TypeFile[];
  /** Their names at the host with their slugs. */
  names(): [string, string][];
};

export type KnownType = {
  id: string;
  singular: string;
  plural: string;
  categories: { slug: string; label: string }[];
};
/** Labels of a Typecase's types, by their slug there. */
export type HostLabels = ReadonlyMap<string, Partial<Omit<TypeFile, "slug" | "order" | "categories">>>;

export function nameHostTypes(
  known: ReadonlyMap<string, KnownType>,
  taken: ReadonlySet<string>,
  labels: HostLabels,
): HostTypes {
  type Named = { slug: string; categories: Map<string, string> };
  const types = new Map<string, Named>();
  const used = new Set([...taken, ...RESERVED_SLUGS, ...[...known.values()].map(({ id }) => id)]);

  function typeOf(name: string): Named {
    const found = types.get(name);
    if (found) return found;
    const before = known.get(name);
    const slug = before?.id ?? freeSlug(name, used, "templates");
    used.add(slug);
    const named = { slug, categories: new Map(before?.categories.map((each) => [each.label, each.slug])) };
    types.set(name, named);
    return named;
  }

  return {
    place: (typeName, categoryName) => {
      const type = typeOf(typeName || "Other");
      const label = categoryName || "General";
      const slug =
        type.categories.get(label) ?? freeSlug(label, new Set(type.categories.values()), "category");
      type.categories.set(label, slug);
      return { type: type.slug, category: slug };
    },
    names: () => [...types].map(([name, { slug }]) => [name, slug]),
    list: () =>
      [...types].map(([name, { slug, categories }], index) => ({
        slug,
        singular: name.slice(0, 40),
        plural: name,
        description: "",
        icon: "lucide:file",
        ...labels.get(name),
        order: index + 1,
        categories: [...categories].map(([label, each], place) => ({
          slug: each,
          label,
          description: "",
          icon: "lucide:file",
          order: place + 1,
        })),
      })),
  };
}

function freeSlug(name: string, used: ReadonlySet<string>, otherwise: string): string {
  const plain = slugify(name, 45) || otherwise;
  // As migrations name types whose slug became a path of the site.
  const base = RESERVED_SLUGS.includes(plain) ? `${plain}-templates` : plain;
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${number}`;
    if (!used.has(slug)) return slug;
  }
}

export type ReadTemplate = { hostId: string; id: string } & (
  | { template: FoundTemplate; picture: string | null }
  | { fault: FolderFault }
);

/** The last part of a template's address. */
export type SlugFor = (id: string, type: string, wanted: string) => Promise<string>;

/** Reads one item of the list. */
export async function readHostTemplate(
  item: Record<string, unknown>,
  host: string,
  types: HostTypes,
  slugFor: SlugFor,
): Promise<ReadTemplate | FolderFault> {
  const read = hostTemplate.safeParse(item);
  if (!read.success) {
    const issue = read.error.issues[0];
    const folder = `${host}/items/templates/${String(item.id).slice(0, 80)}`;
    const fault = { folder, reason: `${issue?.path.join(".")}: ${issue?.message}` };
    const hostId = hostTemplate.shape.id.safeParse(item.id).data;
    return hostId ? { hostId, id: hostTemplateId(host, hostId), fault } : fault;
  }
  const given = read.data;
  const { id: hostId } = given;
  const id = hostTemplateId(host, hostId);
  const folder = `${host}/items/templates/${hostId}`;
  const { type, category } = types.place(given.type, given.category);
  const name = given.template_name || "Untitled";
  const slug = await slugFor(id, type, slugify(name, 50) || "template");
  const source = given.content && TYPST.test(given.content) ? given.content : "";
  const isTypst = source !== "" && !isBlankSource(source);
  const link = isTypst ? null : linkOf(given.url, host);
  if (!isTypst && !link)
    return {
      hostId,
      id,
      fault: { folder, reason: "it has neither a Typst source in content nor an address in url" },
    };
  const file = isTypst && given.fields ? readFile(given, name) : plainFile(name, given);
  if ("reason" in file) return { hostId, id, fault: { folder, reason: file.reason } };
  const hash = createHash("sha256")
    .update(JSON.stringify([FORMAT, type, category, slug, source, link, given.rating, given.image, file]))
    .digest("hex");
  const template = { type, category, slug, source, file, hash, id, link, rating: given.rating };
  return { hostId, id, template, picture: link ? (given.image ?? null) : null };
}

/** Changed when items are read in another way, so that they are all stored again. */
const FORMAT = 1;

/** A Typecase has the fields and the sample of a template; they are checked as those of a folder are. */
function readFile(given: HostTemplate, name: string): TemplateFile | { reason: string } {
  const { description, words, title, page, theme, fields, sample } = given;
  const read = templateFile.safeParse({
    name,
    description: description || name,
    ...(words ? { words } : {}),
    page,
    title: title || name,
    theme: { ...ANY_THEME, ...(typeof theme === "object" ? theme : {}) },
    fields: isWithoutFields(fields) ? NO_FIELDS : fields,
    sample,
  });
  if (!read.success) {
    const issue = read.error.issues[0];
    return { reason: `${issue?.path.join(".")}: ${issue?.message}` };
  }
  const [unusable] = findPatternFaults(read.data.fields, ["fields"]);
  if (unusable) return { reason: `${unusable.path.join(".")}: ${unusable.fault.message}` };
  return read.data;
}

/** As a Typecase has it for a template that was made without fields. */
function isWithoutFields(fields: unknown): boolean {
  if (typeof fields !== "object" || fields === null || !("properties" in fields)) return false;
  const { properties } = fields;
  return typeof properties === "object" && properties !== null && Object.keys(properties).length === 0;
}

function plainFile(name: string, { description }: HostTemplate): TemplateFile {
  return { name, description, title: name, page: ANY_PAGE, theme: ANY_THEME, fields: NO_FIELDS, sample: {} };
}

/** Only addresses that a browser may open; a path is one of the host. */
function linkOf(url: string, host: string): string | null {
  if (!url) return null;
  const link = URL.parse(url, `${host}/`);
  return link && ["http:", "https:"].includes(link.protocol) ? link.href : null;
}
