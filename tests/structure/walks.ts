import { readFileSync } from "node:fs";
import { importsOf } from "./import-graph.ts";

/**
 * One file of a path. `route`: where browser and server meet. `handedBy`: the file that passes it on.
 * `isReversed`: it listens to an earlier file and so imports it. `isEntry`: the build of the pages runs it.
 */
type Step = { file: string; route?: string; handedBy?: string; isReversed?: true; isEntry?: true };
type Walk = { title: string; steps: Step[] };

/**
 * Reads "## Request paths" of docs/architecture.md: under each `### ` heading a numbered list, each line with the file in
 * backticks first, then perhaps `METHOD /path`, "handed over by `file`", "listens to it" or "runs in the build".
 */
export function readWalks(markdown: string): Walk[] {
  const section = /^## Request paths$([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(markdown)?.[1] ?? "";
  return section
    .split(/^### /m)
    .slice(1)
    .map((part) => {
      const [title = "", ...lines] = part.split("\n");
      return { title, steps: lines.filter((line) => /^\d+\. /.test(line)).map(readStep) };
    });
}

function readStep(line: string): Step {
  const file = /`([\w./-]+\.tsx?)`/.exec(line)?.[1];
  if (!file) throw new Error(`no file in: ${line}`);
  const route = /`([A-Z]+ \/[^`]+)`/.exec(line)?.[1];
  const handedBy = /handed over by `([^`]+)`/.exec(line)?.[1];
  return {
    file,
    ...(route ? { route } : {}),
    ...(handedBy ? { handedBy } : {}),
    ...(/listens to it/.test(line) ? { isReversed: true } : {}),
    ...(/runs in the build/.test(line) ? { isEntry: true } : {}),
  };
}

/** Why no earlier file of the path leads to this one, or undefined if one does. */
export function describeGap(earlier: readonly Step[], to: Step): string | undefined {
  if (to.isEntry && ENTRIES.includes(to.file)) return undefined;
  if (to.handedBy && leadsTo(to.handedBy, to.file)) return undefined;
  for (const from of earlier) {
    if (leadsTo(from.file, to.file)) return undefined;
    if (to.isReversed && leadsTo(to.file, from.file)) return undefined;
    if (to.route && answersRoute(to.file, to.route) && namesPath(from.file, to.route)) return undefined;
  }
  return `nothing before ${to.file} imports it or meets it at a route`;
}

/** Files that the framework runs by name. */
const ENTRIES = ["app/entry.server.tsx", "app/routes.ts", "app/root.tsx"];

const read = (file: string) => readFileSync(file, "utf8");

/**
 * By an import, through the index of a feature, as the program of another process, or as a page in the site
 * map.
 */
function leadsTo(from: string, to: string): boolean {
  const source = read(from);
  const imports = importsOf(from, source);
  const asProgram = [...source.matchAll(/entryPath\("([^"]+)"\)/g)].map(([, name]) => `${name}.ts`);
  const asPage = from === "app/routes.ts" && source.includes(`"${to.replace(/^app\//, "")}"`);
  const indexes = imports.filter((each) => each.endsWith("/index.ts"));
  const passedOn = indexes.flatMap((index) => importsOf(index, read(index)));
  return asPage || [...imports, ...asProgram, ...passedOn].includes(to);
}

/** A server file answers `PATCH /items/:collection/:id` when it registers it: `app.patch("/items/:collection/:id", ...)`. */
function answersRoute(file: string, route: string): boolean {
  const [method = "", path = ""] = route.split(" ");
  return read(file).includes(`.${method.toLowerCase()}("${path}"`);
}

/** Code that calls a route names at least its first segment: "items/saved_templates". */
function namesPath(file: string, route: string): boolean {
  const segment = /^[A-Z]+ \/([\w-]+)/.exec(route)?.[1] ?? "";
  return new RegExp(`["'\`/]${segment}/`).test(read(file));
}
