import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path/posix";
import { parseSync } from "vite";

/** Paths are relative to the root of the repository, with forward slashes. */
type SourceFile = { path: string; source: string; imports: string[] };

const FOLDERS = "{app,server,engine,contract,shared,cli,bench}";

/** Every source file with the files it imports: values, types, re-exports and dynamic imports. */
export function readSources(): SourceFile[] {
  return globSync(`${FOLDERS}/**/*.{ts,tsx}`, { exclude: ["**/node_modules"] })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !/\.(?:test|d)\.tsx?$/.test(path))
    .sort()
    .map((path) => {
      const source = readFileSync(path, "utf8");
      return { path, source, imports: importsOf(path, source) };
    });
}

/** Our modules that a file imports, as paths from the root of the repository, without style sheets. */
export function importsOf(path: string, source: string): string[] {
  const { module } = parseSync(path, source);
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) =>
      source.slice(moduleRequest.start, moduleRequest.end).replace(/^["'`]|["'`]$/g, ""),
    ),
  ];
  const modules = requests.filter((request) => /^\..*\.tsx?$/.test(request));
  return [...new Set(modules.map((request) => normalize(join(dirname(path), request))))];
}

/** The packages that a file loads at run time; of some it only uses types. */
export function packagesOf(path: string, source: string): string[] {
  const { module } = parseSync(path, source);
  const requests = [
    ...module.staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...module.dynamicImports.flatMap(
      ({ moduleRequest: { start, end } }) => /^["'](.*)["']$/.exec(source.slice(start, end))?.[1] ?? [],
    ),
  ];
  const names = requests.flatMap(
    (request) => /^(?:@[\w.-]+\/)?[a-z][\w.-]*(?=$|\/)/.exec(request)?.[0] ?? [],
  );
  return [...new Set(names)];
}

/** Groups of files that import each other, directly or through others (Tarjan's strongly connected components). */
export function findCircles(files: readonly Pick<SourceFile, "path" | "imports">[]): string[][] {
  const importsByPath = new Map(files.map(({ path, imports }) => [path, imports]));
  const order = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const circles: string[][] = [];

  function visit(path: string): number {
    const number = order.size;
    order.set(path, number);
    let low = number;
    stack.push(path);
    onStack.add(path);
    for (const next of importsByPath.get(path) ?? []) {
      if (!importsByPath.has(next)) continue;
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (onStack.has(next)) low = Math.min(low, order.get(next) ?? number);
    }
    if (low === number) {
      const group = stack.splice(stack.indexOf(path));
      for (const each of group) onStack.delete(each);
      if (group.length > 1) circles.push(group.sort());
    }
    return low;
  }

  for (const { path } of files) if (!order.has(path)) visit(path);
  return circles;
}
