import { t } from "@lingui/core/macro";
import type { ConformanceProblem } from "../../../../contract/rendering/render.ts";
import { formatUnprinted } from "../../documents/index.ts";

/** Why a PDF isn't PDF/UA-1, in the page's language. The server's own message is English. */
export function describeConformance({ kind, character, message }: ConformanceProblem): string {
  switch (kind) {
    case "title":
      return t`The document has no title.`;
    case "language":
      return t`The document doesn’t specify its language.`;
    case "structure":
      return t`The document isn’t tagged.`;
    case "alt":
      return t`A picture has no alternative text.`;
    case "heading":
      return t`The headings skip a level.`;
    case "link":
      return t`A link has no description.`;
    case "character":
      return character ? formatUnprinted([character]) : t`A character is missing from its font.`;
    default:
      return message;
  }
}
