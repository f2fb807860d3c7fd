/** One of the site's own pages as it is shown: a tree of these and nothing else, so that no text in it can become HTML. */
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

export type PageText = {
  title: string;
  /** Its first paragraph as plain text, for search engines. */
  summary: string;
  blocks: Block[];
  date_updated: string;
};
