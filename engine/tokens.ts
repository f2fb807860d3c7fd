import type { TypstCompiler } from "@myriaddreamin/typst-ts-web-compiler";
import type { TokensResult } from "./job.ts";

/**
 * The semantic tokens of a source, for colouring it. Only the syntax is read: nothing is run, and a broken source has tokens too.
 * An invoice takes 7 ms once the compiler is warm, the longest source that is allowed 0.3 s.
 */

const PATH = "/coloured.typ";
/** As editors in a browser count characters. */
const ENCODING = "utf-16";

export function readTokens(typst: TypstCompiler, source: string): TokensResult {
  typst.add_source(PATH, source);
  try {
    const { tokenTypes }: { tokenTypes: string[] } = typst.get_semantic_token_legend();
    const found: { data?: Uint32Array } = typst.get_semantic_tokens(ENCODING, PATH);
    return {
      kind: "tokens",
      legend: tokenTypes,
      tokens: withoutText(found.data ?? new Uint32Array(), tokenTypes),
    };
  } finally {
    typst.add_source(PATH, "");
    typst.reset();
  }
}

/** Plain text and whitespace are left out: they have no colour, and are more than half of the tokens. */
export function withoutText(data: Uint32Array, legend: readonly string[]): number[] {
  const text = legend.indexOf("text");
  const tokens: number[] = [];
  let line = 0;
  let start = 0;
  let [lastLine, lastStart] = [0, 0];
  for (let at = 0; at + 4 < data.length; at += 5) {
    const [lines = 0, characters = 0, length = 0, kind = 0, modifiers = 0] = data.subarray(at, at + 5);
    line += lines;
    start = lines > 0 ? characters : start + characters;
    if (length === 0 || (kind === text && modifiers === 0)) continue;
    tokens.push(line - lastLine, line === lastLine ? start - lastStart : start, length, kind, modifiers);
    [lastLine, lastStart] = [line, start];
  }
  return tokens;
}
