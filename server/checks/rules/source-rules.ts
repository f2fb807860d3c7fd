import { isBlankSource, type TemplateFile } from "../../../contract/templates/template-file.ts";
import { positionAt } from "../../../shared/text/json-text.ts";
import { type Finding, START } from "../findings.ts";

/** What a template must not do although some of it would compile; each with what to do instead. */
const FORBIDDEN: [RegExp, string][] = [
  [/(?<![\w.-])eval\(/g, "eval() would run what a person typed; use field() or prose()"],
  [
    /(?<![\w.-])(?:read|csv|json|toml|yaml|xml|cbor)\(/g,
    "a template can't read files; what it shows comes from its data",
  ],
  [/(?<![\w.-])plugin\(/g, "a template can't load plugins"],
  [
    /(?<![\w.-])image\((?!(?:[^()]|\([^()]*\))*\balt:)/g,
    "an image without alternative text can't be read aloud; use picture(.., alt: ..)",
  ],
  [
    /(?<![\w.-])image\(/g,
    "use picture() instead of image(): it crops, has a fallback, and leads to its field",
  ],
  [
    /(?<![\w.-])link\(/g,
    "link() takes any address, javascript: too; use field(.., link: true) or safe-link()",
  ],
  [/(?<![\w-])show link\b/g, "a rule for links hides the kit's own; style the words inside instead"],
  [/(?<![\w.-])datetime\.today\b/g, "today is another day tomorrow; a date comes from the data"],
];

export function findSourceFaults(
  file: string,
  source: string,
  { title }: Pick<TemplateFile, "title">,
): Finding[] {
  if (isBlankSource(source))
    return [{ file, ...START, message: "the source is empty; it has to draw a page" }];
  const code = blankOut(source);
  const findings: Finding[] = [];
  const report = (offset: number, message: string) => {
    const place = { file, ...positionAt(source, offset) };
    const isKnown = findings.some(({ line, column }) => line === place.line && column === place.column);
    if (!isKnown) findings.push({ ...place, message });
  };
  for (const [pattern, message] of FORBIDDEN) {
    for (const { index } of code.matchAll(pattern)) report(index, message);
  }
  for (const { index, wanted } of findImports(source, code)) {
    if (wanted.startsWith("@"))
      report(index, `packages can't be imported ("${wanted}"); only "/kit/kit.typ" can`);
    else if (wanted !== "/kit/kit.typ") report(index, `only "/kit/kit.typ" can be imported, not "${wanted}"`);
  }
  for (const fault of findTitleFaults(source, code, title)) report(fault.index, fault.message);
  return findings;
}

function findImports(source: string, code: string): { index: number; wanted: string }[] {
  return [...code.matchAll(/(?<![\w.-])(?:import|include)\s*"/g)].map((found) => {
    const index = found.index + found[0].length - 1;
    return { index, wanted: /"([^"]*)/.exec(source.slice(index))?.[1] ?? "" };
  });
}

/** The page's own title and the one in template.json name the same file. */
function findTitleFaults(source: string, code: string, title: string): { index: number; message: string }[] {
  const call = /(?<![\w.-])show\s*:\s*(setup\b(?:\.with\()?)/.exec(code);
  if (!call) return [];
  const index = call.index + call[0].length - (call[1]?.length ?? 0);
  const open = code.indexOf("(", index);
  const options = call[1] === "setup" ? "" : code.slice(open, endOfCall(code, open));
  const named = /(?<![\w-])title:\s*/.exec(options);
  if (!named) return [{ index, message: 'setup needs a title: setup.with(title: "Invoice {number}")' }];
  const value = open + named.index + named[0].length;
  const literal = /^"((?:[^"\\]|\\.)*)"/.exec(source.slice(value))?.[1];
  if (literal === undefined || literal === title) return [];
  return [{ index: value, message: `this title is not the one in template.json ("${title}")` }];
}

function endOfCall(code: string, open: number): number {
  let depth = 0;
  for (let at = open; at < code.length; at++) {
    if (code[at] === "(") depth += 1;
    if (code[at] === ")" && --depth === 0) return at;
  }
  return code.length;
}

const WORDS = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\]|\\[\s\S])*"|(`+)[\s\S]*?\1/g;

/** The code alone: comments, texts and raw blocks become spaces, and everything else stays where it is. */
export function blankOut(source: string): string {
  return source.replace(WORDS, (text) =>
    text.startsWith('"') ? `"${text.slice(1, -1).replace(/[^\n]/g, " ")}"` : text.replace(/[^\n]/g, " "),
  );
}
