// The site itself: its own pages, its name and its contact address.

/** One of the site's own pages as a tree of these nodes only, so that no text in it can become HTML. */
export type Inline =
  | string
  | { kind: "strong" | "emphasis"; children: Inline[] }
  | { kind: "code"; text: string }
  | { kind: "link"; to: string; children: Inline[] }
  | { kind: "break" };

export type Block =
  | { kind: "heading"; level: 2 | 3 | 4; id: string; children: Inline[] }
  | { kind: "paragraph"; children: Inline[] }
  | { kind: "list"; start: number | null; items: Block[][] }
  | { kind: "quote"; children: Block[] }
  | { kind: "code"; text: string }
  | { kind: "rule" };

/** Pages that have a path of their own; any other lies below /pages. */
export const ROOT_PAGES: readonly string[] = ["privacy", "terms", "imprint"];

export function pagePath(id: string): string {
  return ROOT_PAGES.includes(id) ? `/${id}` : `/pages/${id}`;
}

/** A page that has a text, as links name it. */
export type PageLink = { path: string; title: string; date_updated: string; isInFooter: boolean };

export type PageText = {
  title: string;
  /** Its first paragraph as plain text, for search engines. */
  summary: string;
  blocks: Block[];
  date_updated: string;
};

/** The library's name or contact address, and where it is set. */
export type SetValue = {
  value: string;
  /** The environment variable, which overrides the stored value; null: it can be set here. */
  setBy: string | null;
};

/** Answer of `GET /site/settings` to operators; `PATCH /site/settings` changes each part by itself. */
export type LibrarySettings = {
  libraryName: SetValue;
  contactEmail: SetValue;
  /** Whether people can make themselves an account. */
  signUp: "open" | "closed";
  /** Ids of the templates on home's ruler, in order; null: home chooses. */
  ruler: readonly string[] | null;
};
export type ChangedSettings = {
  libraryName?: string;
  contactEmail?: string;
  signUp?: LibrarySettings["signUp"];
  ruler?: LibrarySettings["ruler"];
};

/** Answer of `POST /auth/check-setup-link` while the library has no operator. */
export type SetupOffer = {
  libraryName: SetValue;
  contactEmail: SetValue;
  /** The account that becomes the operator's; null: a new one is created. */
  person: { name: string; email: string } | null;
};
