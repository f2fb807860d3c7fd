import MarkdownIt, { type Token } from "markdown-it";
import type { Block, Inline } from "../../contract/site/site.ts";
import { PAGE_TEXT_DEPTH } from "../limits/limits.ts";

/** The values of `{library}` and `{contact}`, filled in after parsing so that they are not read as Markdown. */
type PageVariables = { library: string; contact: Inline };

/** Without HTML, which is shown as text. */
const parser = new MarkdownIt("commonmark", { html: false, maxNesting: PAGE_TEXT_DEPTH });

/** Parses CommonMark into the few kinds of blocks that a page shows. Anything else becomes text or is dropped. */
export function readMarkdown(text: string, variables: PageVariables): Block[] {
  const usedIds = new Set<string>();

  function blocks(nodes: readonly Node[]): Block[] {
    return nodes.flatMap(({ token, children }): Block[] => {
      switch (token.type) {
        case "heading_open": {
          const line = inlinesOf(children);
          return [
            {
              kind: "heading",
              level: levelOf(token.tag),
              id: idOf(plainText(line), usedIds),
              children: line,
            },
          ];
        }
        case "paragraph_open":
          return [{ kind: "paragraph", children: inlinesOf(children) }];
        case "blockquote_open":
          return [{ kind: "quote", children: blocks(children) }];
        case "bullet_list_open":
          return [{ kind: "list", start: null, items: children.map((item) => blocks(item.children)) }];
        case "ordered_list_open": {
          const start = Number(attribute(token, "start") ?? 1);
          return [{ kind: "list", start, items: children.map((item) => blocks(item.children)) }];
        }
        case "fence":
        case "code_block":
          return [{ kind: "code", text: token.content }];
        case "hr":
          return [{ kind: "rule" }];
        default:
          return [];
      }
    });
  }

  /** The line that a paragraph or a heading holds. */
  function inlinesOf(nodes: readonly Node[]): Inline[] {
    return nodes.flatMap(({ token }) => inlines(nest(token.children ?? [])));
  }

  function inlines(nodes: readonly Node[]): Inline[] {
    return nodes.flatMap(({ token, children }): Inline[] => {
      switch (token.type) {
        case "strong_open":
          return [{ kind: "strong", children: inlines(children) }];
        case "em_open":
          return [{ kind: "emphasis", children: inlines(children) }];
        case "link_open":
          return link(attribute(token, "href") ?? "", inlines(children));
        case "code_inline":
          return [{ kind: "code", text: token.content }];
        case "hardbreak":
          return [{ kind: "break" }];
        case "softbreak":
          return ["\n"];
        // A picture from another site would reveal the reader to its owner, so its description is shown instead.
        case "image":
          return inlines(nest(token.children ?? []));
        default:
          return filledIn(token.content, variables);
      }
    });
  }

  return blocks(nest(parser.parse(text, {})));
}

/** The text without formatting. */
export function plainText(inlines: readonly Inline[]): string {
  return inlines
    .map((each) => {
      if (typeof each === "string") return each;
      if (each.kind === "break") return " ";
      return each.kind === "code" ? each.text : plainText(each.children);
    })
    .join("");
}

type Node = { token: Token; children: Node[] };

/** Turns the parser's flat list of tokens into a tree. */
function nest(tokens: readonly Token[]): Node[] {
  const root: Node[] = [];
  const open = [root];
  for (const token of tokens) {
    if (token.nesting < 0) {
      open.pop();
      continue;
    }
    const node: Node = { token, children: [] };
    open.at(-1)?.push(node);
    if (token.nesting > 0) open.push(node.children);
  }
  return root;
}

function attribute(token: Token, name: string): string | undefined {
  const found = token.attrs?.find(([each]) => each === name);
  return found && String(found[1]);
}

/** The page's title is its first heading; all others are below it. */
function levelOf(tag: string): 2 | 3 | 4 {
  return tag === "h1" || tag === "h2" ? 2 : tag === "h3" ? 3 : 4;
}

function idOf(heading: string, used: Set<string>): string {
  const words = heading.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const base = words.join("-") || "part";
  let id = base;
  for (let count = 2; used.has(id); count++) id = `${base}-${count}`;
  used.add(id);
  return id;
}

/** A path of this site, an anchor on the page, or a harmless scheme. */
const HARMLESS = /^(?:\/(?![/\\])|#|https?:\/\/|mailto:|tel:)/i;

function link(to: string, children: Inline[]): Inline[] {
  return HARMLESS.test(to) ? [{ kind: "link", to, children }] : children;
}

function filledIn(text: string, { library, contact }: PageVariables): Inline[] {
  return text
    .split(/(\{library\}|\{contact\})/)
    .filter((part) => part !== "")
    .map((part) => (part === "{library}" ? library : part === "{contact}" ? contact : part));
}
