import { type Plugin, parseSync } from "vite";

type ModuleGraph = {
  getModuleInfo(id: string): { code: string | null; importedIds: readonly string[] } | null;
};

const FEATURE_INDEX = /\/app\/features\/[^/]+\/index\.ts$/;

/**
 * An index may only re-export, so that importing one name doesn't load the others. Its own code would load
 * all of them.
 */
export function lookThroughIndexes(): Plugin {
  return {
    name: "look-through-indexes",
    transform: {
      filter: { id: FEATURE_INDEX },
      handler(code, id) {
        const exports = parseSync(id.replace(/\.ts$/, ".js"), code).module.staticExports;
        const own = exports.flatMap(({ entries }) => entries).find(({ moduleRequest }) => !moduleRequest);
        if (own) this.error(`${id} has code of its own: ${own.exportName.name}. Let it pass that on, too.`);
        return { code, map: null, moduleSideEffects: false };
      },
    },
  };
}

/** "frame" for what every page has: everything that the root of the app imports, directly or not, and the title. */
export function nameFrame(): (id: string, graph: ModuleGraph) => string | null {
  const top = new URL("../../app/root.tsx", import.meta.url).pathname;
  const title = new URL("../../app/lib/pages/page-meta.ts", import.meta.url).pathname;
  let frame: Set<string> | undefined;
  return (id, graph) => {
    if (!frame) {
      frame = new Set();
      for (const each of [...importsOf(top, graph), title]) collect(each, graph, frame);
    }
    return frame.has(id) && !id.endsWith(".css") ? "frame" : null;
  };
}

function collect(id: string, graph: ModuleGraph, into: Set<string>): void {
  if (into.has(id)) return;
  into.add(id);
  for (const each of importsOf(id, graph)) collect(each, graph, into);
}

/** The imports of a module; for a feature's index, only the sources of the imported names. */
function importsOf(id: string, graph: ModuleGraph): string[] {
  const { code, importedIds } = graph.getModuleInfo(id) ?? { code: null, importedIds: [] };
  if (FEATURE_INDEX.test(id)) return [];
  return importedIds.flatMap((target) => {
    if (!FEATURE_INDEX.test(target)) return [target];
    const taken = namesTaken(id, code ?? "", target);
    return [target, ...sourcesOf(target, graph.getModuleInfo(target)?.code ?? "", taken)];
  });
}

const resolveFrom = (file: string, request: string) => new URL(request, `file://${file}`).pathname;

function namesTaken(id: string, code: string, index: string): Set<string | null | undefined> {
  const imports = parseSync(id.replace(/\.tsx?$/, ".js"), code).module.staticImports;
  return new Set(
    imports
      .filter(({ moduleRequest }) => resolveFrom(id, moduleRequest.value) === index)
      .flatMap(({ entries }) => entries.map(({ importName }) => importName.name)),
  );
}

function sourcesOf(index: string, code: string, names: ReadonlySet<string | null | undefined>): string[] {
  const exports = parseSync(index.replace(/\.ts$/, ".js"), code).module.staticExports;
  return exports
    .flatMap(({ entries }) => entries)
    .flatMap(({ exportName, moduleRequest }) =>
      moduleRequest && names.has(exportName.name) ? [resolveFrom(index, moduleRequest.value)] : [],
    );
}
