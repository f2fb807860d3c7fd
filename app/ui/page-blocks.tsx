import { Link } from "react-router";
import type { Block, Inline } from "../../contract/site/site.ts";
import "./page-blocks.css";

/** A text as the server has read it. Elements are made here and nowhere from text, so nothing in it can be HTML. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: a text that is shown, in which nothing moves
  return blocks.map((block, index) => <OneBlock key={index} block={block} />);
}

function OneBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case "heading": {
      const Heading = `h${block.level}` as const;
      return (
        <Heading id={block.id}>
          <Inlines inlines={block.children} />
        </Heading>
      );
    }
    case "paragraph":
      return (
        <p>
          <Inlines inlines={block.children} />
        </p>
      );
    case "list":
      return <List start={block.start} items={block.items} />;
    case "quote":
      return (
        <blockquote>
          <Blocks blocks={block.children} />
        </blockquote>
      );
    case "code":
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      );
    case "rule":
      return <hr />;
  }
}

function List({ start, items }: { start: number | null; items: Block[][] }) {
  const entries = items.map((blocks, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <li key={index}>
      <Blocks blocks={blocks} />
    </li>
  ));
  return start === null ? <ul>{entries}</ul> : <ol start={start}>{entries}</ol>;
}

function Inlines({ inlines }: { inlines: readonly Inline[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: as above
  return inlines.map((inline, index) => <OneInline key={index} inline={inline} />);
}

function OneInline({ inline }: { inline: Inline }) {
  if (typeof inline === "string") return inline;
  switch (inline.kind) {
    case "strong":
      return (
        <strong>
          <Inlines inlines={inline.children} />
        </strong>
      );
    case "emphasis":
      return (
        <em>
          <Inlines inlines={inline.children} />
        </em>
      );
    case "code":
      return <code>{inline.text}</code>;
    case "break":
      return <br />;
    case "link":
      return inline.to.startsWith("/") ? (
        <Link className="link" to={inline.to}>
          <Inlines inlines={inline.children} />
        </Link>
      ) : (
        <a className="link" href={inline.to}>
          <Inlines inlines={inline.children} />
        </a>
      );
  }
}
