import type { CardTemplate, RecordOf } from "./collections/records.ts";
import type { SharedDocument } from "./people/shares.ts";
import type { PageLink, PageText } from "./site/site.ts";
import type { FontPairing } from "./templates/looks.ts";
import type { PaperKind } from "./templates/paper-kinds.ts";
import type { SamplesByLanguage } from "./templates/samples.ts";
import type { AuthorPage, TemplateAuthor } from "./templates/submissions.ts";
import type { GroupField, PageFile } from "./templates/template-file.ts";
import type { TemplateOrder } from "./templates/template-order.ts";

/** What the loaders of pages may ask of the server: server/pages implements it, app/ only knows these types. */
export type CatalogueTemplate = CardTemplate;

/** One template with what only its own page shows. */
type CatalogueTemplateDetail = CatalogueTemplate & {
  date_updated: string;
  description: string | null;
  fields: GroupField;
  theme: { accent?: string; fonts?: string };
  sample: Record<string, unknown>;
  samples: SamplesByLanguage;
  /** File ids of the pictures of all its sample's pages, in order. */
  pictures: string[];
  given: TemplateRatings;
  /** Who handed it in; undefined: it is the library's own. */
  author?: TemplateAuthor | undefined;
};

export type TemplateRatings = {
  /** How many people gave one star, how many two, and so on. */
  counts: number[];
  /** What some of them said, the newest first. */
  said: SaidRating[];
};
/** A sentence, or why it is hidden. */
export type SaidRating = Pick<RecordOf<"ratings">, "id" | "stars" | "words" | "hidden" | "date_updated">;

/** One template with all that filling it in takes. */
export type UsableTemplate = {
  id: string;
  url: string;
  name: string;
  type: { slug: string; singular: string };
  page: PageFile;
  titlePattern: string;
  theme: { accent: string; fonts?: FontPairing };
  /** Its own, the one for headings first; none where its source doesn't say it plainly. */
  typefaces: string[];
  fields: GroupField;
  sample: Record<string, unknown>;
  samples?: SamplesByLanguage;
  /** File ids of the pictures of all its sample's pages, in order. */
  pictures: string[];
  /** Its newest version, where one was written; a document may be made with another. */
  version: { id: string; number: number } | null;
  /** The compiler with its fonts, as it is now. */
  engine: string;
  /** Whether it has a page of its own; one that is gone from the library can still be gone on with. */
  isPublished: boolean;
};

export type NewTemplate = Pick<CatalogueTemplate, "id" | "url" | "template_name" | "date_created"> & {
  description: string | null;
};

type CatalogueCategory = {
  slug: string;
  label: string;
  description: string;
  icon: string;
  count: number;
};

/** Stands for all templates whose category their type has no more; no real one can have this slug. */
export const LEFT_OVER = "_other";
export const OTHER_CATEGORY = {
  slug: LEFT_OVER,
  label: "Other",
  description: "In no category.",
  icon: "lucide:shapes",
};

/** On every answer under /items: the version of the catalogue, which grows when a template or type changes. */
export const CATALOGUE_VERSION_HEADER = "catalogue-version";

export type CatalogueType = {
  slug: string;
  singular: string;
  plural: string;
  description: string;
  icon: string;
  count: number;
  categories: CatalogueCategory[];
};

/** A type to look into, with the word of the search that leads to some of its templates. */
export type NearType = { type: CatalogueType; word: string | undefined; templates: CatalogueTemplate[] };

/** Which templates: of everything when a type isn't named, on any paper when none is. */
export type TemplateChoice = {
  type?: string | undefined;
  category?: string | undefined;
  /** In none of these categories. */
  outside?: readonly string[];
  papers?: readonly PaperKind[];
};

/** Pages ask for what they show: nothing here grows with the number of templates but the numbers. */
export type Catalogue = {
  /** Grows whenever a template or type changes. */
  version(): number;
  /** All types with the categories that hold something, in their order; what is in none of them comes last. */
  listTypes(): Promise<CatalogueType[]>;
  countTemplates(choice: TemplateChoice): Promise<number>;
  /** The papers that templates of a type, or of all, print on. */
  listPapers(type?: string): Promise<PaperKind[]>;
  /** So many templates of a type, in an order, from a place on (0 is the first). */
  listTemplates(
    choice: TemplateChoice & { type: string },
    page: { order: TemplateOrder; from: number; most: number },
  ): Promise<CatalogueTemplate[]>;
  /** So many of each type, all of them in the default order. More than a page shows: it says which by `wantPictures`. */
  listFirstOfEach(most: number): Promise<CatalogueTemplate[]>;
  /** The templates that operators have put on home's ruler, as far as they are published; undefined: home chooses. */
  listRuler(): Promise<CatalogueTemplate[] | undefined>;
  /** Somebody looks at these: pictures that are still missing are drawn before others, in this order. */
  wantPictures(ids: readonly string[]): void;
  /** Paths of templates' pages in a fixed order, with the moment each was made. */
  listAddresses(from: number, most: number): Promise<{ url: string; date_created: string }[]>;
  /** So many of all, the newest first. */
  listNewest(most: number): Promise<NewTemplate[]>;
  findTemplate(url: string): Promise<CatalogueTemplateDetail | undefined>;
  /** Who has this handle and templates that everybody sees. */
  findAuthor(handle: string): Promise<AuthorPage | undefined>;
  /** Handles of all who have such a page. */
  listAuthors(): Promise<string[]>;
  /** Also one that is no longer published, as long as somebody has documents made with it. */
  findUsable(url: string): Promise<UsableTemplate | undefined>;
  /** The templates that words lead to, best first. */
  searchTemplates(query: string, most: number): Promise<CatalogueTemplate[]>;
  /** Where to look when words lead to no template, the nearest type first. */
  nearestTypes(query: string): Promise<NearType[]>;
  /** Counts a search that found nothing. */
  countMissedSearch(query: string): void;
  /** The same as searchTemplates where nobody waits for it: nothing while the search index is being built. */
  suggestTemplates(query: string, most: number): Promise<CatalogueTemplate[]>;
};

export type PageServices = {
  productName: string;
  /** Only when the operator has set one: what a request claims is never believed. */
  publicUrl: string | undefined;
  /** Where the server listens on its own machine, for examples where no public address is set. */
  localUrl: string;
  /** Which build of the pages this is; undefined in development. */
  buildId: string | undefined;
  catalogue: Catalogue;
  /** One of the site's own pages, by the last part of its path; undefined when there is none, or nothing in it. */
  findPage(id: string): Promise<PageText | undefined>;
  /** Those that have a text, in the order of the footer. */
  listPages(): Promise<PageLink[]>;
  /** What the secret of a link leads to; undefined when the link is unknown, switched off or over. */
  findShared(secret: string): Promise<SharedDocument | undefined>;
  /** Whether links to confirm an address or to choose a new password are mailed. */
  sendsMail: boolean;
  /** Whether people can't make themselves an account at the moment. */
  isSignUpClosed: boolean;
  /** Whom people are told to ask. */
  contactEmail: string | undefined;
  /** The OpenAPI description. */
  describeApi(): Record<string, unknown>;
  /** Marks the scripts the page itself wrote; see content-policy.ts. */
  scriptMark: string;
  reportError(error: unknown): void;
};

/** In the address of a page to which a form was sent by the browser itself, because no script was there yet. */
export const SENT_TOO_EARLY = "sent-too-early";
