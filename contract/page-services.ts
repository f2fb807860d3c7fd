import type { CardTemplate, RecordOf } from "./collections/records.ts";
import type { SharedDocument } from "./people/shares.ts";
import type { PageLink, PageText } from "./site/site.ts";
import type { FontPairing } from "./templates/looks.ts";
import type { PaperKind } from "./templates/paper-kinds.ts";
import type { SamplesByLanguage } from "./templates/samples.ts";
import type { AuthorPage, TemplateAuthor } from "./templates/submissions.ts";
import type { GroupField, PageFile } from "./templates/template-file.ts";
import type { TemplateOrder } from "./templates/template-order.ts";

/** What page loaders may ask of the server. server/pages implements it; app/ knows only these types. */
export type CatalogueTemplate = CardTemplate;

/** A template with the data only its own page shows. */
type CatalogueTemplateDetail = CatalogueTemplate & {
  date_updated: string;
  description: string | null;
  /** Where it is opened, if it can't be filled in here. */
  link: string | null;
  fields: GroupField;
  theme: { accent?: string; fonts?: string };
  sample: Record<string, unknown>;
  samples: SamplesByLanguage;
  /** File ids of the pictures of all its sample's pages, in order. */
  pictures: string[];
  given: TemplateRatings;
  /** Who submitted it; undefined: it belongs to the library. */
  author?: TemplateAuthor | undefined;
};

export type TemplateRatings = {
  /** Number of people who gave one star, two stars and so on. */
  counts: number[];
  /** Ratings with a comment, the newest first. */
  comments: PublicRating[];
};
/** A sentence, or why it is hidden. */
export type PublicRating = Pick<RecordOf<"ratings">, "id" | "stars" | "words" | "hidden" | "date_updated">;

/** A template with everything needed to fill it in. */
export type UsableTemplate = {
  id: string;
  url: string;
  name: string;
  type: { slug: string; singular: string };
  page: PageFile;
  titlePattern: string;
  theme: { accent: string; fonts?: FontPairing };
  /** Its default typefaces, the one for headings first; empty if its source doesn't name them plainly. */
  typefaces: string[];
  fields: GroupField;
  sample: Record<string, unknown>;
  samples?: SamplesByLanguage;
  /** File ids of the pictures of all its sample's pages, in order. */
  pictures: string[];
  /** Its newest version, if there is one; a document may use another. */
  version: { id: string; number: number } | null;
  /** The compiler with its fonts, as it is now. */
  engine: string;
  /** Whether it has a page; documents of a template that left the library can still be edited. */
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

/** The category of templates whose own category no longer exists; no real one can have this slug. */
export const OTHER_CATEGORY_SLUG = "_other";
export const OTHER_CATEGORY = {
  slug: OTHER_CATEGORY_SLUG,
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

/** A type that may help, with the word of the search that matches some of its templates. */
export type NearType = { type: CatalogueType; word: string | undefined; templates: CatalogueTemplate[] };

/** Which templates: of everything when a type isn't named, on any paper when none is. */
export type TemplateChoice = {
  type?: string | undefined;
  category?: string | undefined;
  /** In none of these categories. */
  outside?: readonly string[];
  papers?: readonly PaperKind[];
};

/** Pages ask only for what they show: apart from counts, no answer grows with the number of templates. */
export type Catalogue = {
  /** Grows whenever a template or type changes. */
  version(): number;
  /** All types with their non-empty categories, in order; templates without a category come last. */
  listTypes(): Promise<CatalogueType[]>;
  countTemplates(choice: TemplateChoice): Promise<number>;
  /** The papers that templates of a type, or of all, print on. */
  listPapers(type?: string): Promise<PaperKind[]>;
  /** At most `max` templates of a type in an order, from a position on (0 is the first). */
  listTemplates(
    choice: TemplateChoice & { type: string },
    page: { order: TemplateOrder; from: number; max: number },
  ): Promise<CatalogueTemplate[]>;
  /** The first templates of each type, in the default order. More than a page shows: it names those by `wantPictures`. */
  listFirstOfEach(max: number): Promise<CatalogueTemplate[]>;
  /** The templates that operators have put on home's ruler, as far as they are published; undefined: home chooses. */
  listRuler(): Promise<CatalogueTemplate[] | undefined>;
  /** Draws the missing pictures of these templates before others, in this order. */
  wantPictures(ids: readonly string[]): void;
  /** Paths of templates' pages in a fixed order, with the moment each was made. */
  listAddresses(from: number, max: number): Promise<{ url: string; date_created: string }[]>;
  /** At most `max` of all templates, newest first. */
  listNewest(max: number): Promise<NewTemplate[]>;
  findTemplate(url: string): Promise<CatalogueTemplateDetail | undefined>;
  /** An author with published templates. */
  findAuthor(handle: string): Promise<AuthorPage | undefined>;
  /** Handles of all who have such a page. */
  listAuthors(): Promise<string[]>;
  /** Also a template that is no longer published, as long as there are documents made with it. */
  findUsable(url: string): Promise<UsableTemplate | undefined>;
  /** The fields of a version of a template, by the version's id. */
  findVersionFields(version: string): Promise<GroupField | undefined>;
  /** Templates that match a query, best first. */
  searchTemplates(query: string, max: number): Promise<CatalogueTemplate[]>;
  /** Types that may help when a query matches no template, the nearest first. */
  nearestTypes(query: string): Promise<NearType[]>;
  /** Counts a search that found nothing. */
  countMissedSearch(query: string): void;
  /** As searchTemplates, but returns nothing while the search index is being built. */
  suggestTemplates(query: string, max: number): Promise<CatalogueTemplate[]>;
};

/** Translations that operators have accepted in place of those of the build. */
export type PageTranslations = {
  /** Undefined if there are none in this language. */
  accepted(language: string): AcceptedTexts | undefined;
  /** How many of them replace a machine's translation. */
  reviewedCount(language: string): number;
};

type AcceptedTexts = {
  /** Compiled messages of the interface by id. */
  messages: Record<string, readonly unknown[]>;
  /** Texts of the library by context and English text, as app/lib/i18n/library-texts.ts takes them. */
  library: ReadonlyMap<string, string>;
};

export type PageServices = {
  productName: string;
  /** Only if the operator has set one: the address in a request is not trusted. */
  publicUrl: string | undefined;
  /** Where the server listens on its own machine, for examples where no public address is set. */
  localUrl: string;
  /** Which build of the pages this is; undefined in development. */
  buildId: string | undefined;
  catalogue: Catalogue;
  translations: PageTranslations;
  /** One of the site's own pages, by the last part of its path; undefined if there is none or it is empty. */
  findPage(id: string): Promise<PageText | undefined>;
  /** Those that have a text, in the order of the footer. */
  listPages(): Promise<PageLink[]>;
  /** The document behind a link's secret; undefined if the link is unknown, turned off or expired. */
  findShared(secret: string): Promise<SharedDocument | undefined>;
  /** Whether links to confirm an address or to choose a new password are mailed. */
  sendsMail: boolean;
  /** Whether people can't make themselves an account at the moment. */
  isSignUpClosed: boolean;
  /** The name of the OpenID Connect provider that people can sign in with. */
  issuerName: string | undefined;
  /** Whether a new account can have a password; otherwise it is made with that provider. */
  hasPasswordSignUp: boolean;
  /** The address people can write to. */
  contactEmail: string | undefined;
  /** The OpenAPI description. */
  describeApi(): Record<string, unknown>;
  /** Marks the scripts the page itself wrote; see content-policy.ts. */
  scriptMark: string;
  reportError(error: unknown): void;
};

/** In the address of a page to which a form was sent by the browser itself, because no script was there yet. */
export const FORM_SENT_EARLY = "sent-too-early";
