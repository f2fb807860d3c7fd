import { createRequire } from "node:module";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin, parseSync } from "vite";

/** Fails the build when a module of server/ would reach the browser. */
function keepServerOutOfBrowser(): Plugin {
  const serverFolder = new URL("./server/", import.meta.url).pathname;
  return {
    name: "keep-server-out-of-browser",
    applyToEnvironment: (environment) => environment.name === "client",
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((chunk) =>
        chunk.type === "chunk" ? chunk.moduleIds : [],
      );
      const strays = modules.filter((id) => id.startsWith(serverFolder));
      if (strays.length > 0) this.error(`The browser would get modules of server/: ${strays.join(", ")}`);
    },
  };
}

const ICON = "virtual:icon/";

/** `import search from "virtual:icon/search"`: one icon of Lucide, so that only those in use travel. */
function drawInterfaceIcons(): Plugin {
  const { icons } = createRequire(import.meta.url)("@iconify-json/lucide/icons.json");
  return {
    name: "draw-interface-icons",
    resolveId: (id) => (id.startsWith(ICON) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${ICON}`)) return undefined;
      const icon = icons[id.slice(ICON.length + 1)];
      if (!icon) this.error(`Lucide has no icon called ${id.slice(ICON.length + 1)}.`);
      return `export default ${JSON.stringify(icon.body)};`;
    },
  };
}

type ModuleGraph = {
  getModuleInfo(id: string): { code: string | null; importedIds: readonly string[] } | null;
};

const FEATURE_INDEX = /\/app\/features\/[^/]+\/index\.ts$/;

/** An index only passes on: who takes one thing from it does not load the others. */
function lookThroughIndexes(): Plugin {
  return {
    name: "look-through-indexes",
    transform: {
      filter: { id: FEATURE_INDEX },
      handler: (code) => ({ code, map: null, moduleSideEffects: false }),
    },
  };
}

/** "frame" for what the root of the app imports, directly or not: every page has it. */
function nameFrame(): (id: string, graph: ModuleGraph) => string | null {
  const top = new URL("./app/root.tsx", import.meta.url).pathname;
  let frame: Set<string> | undefined;
  return (id, graph) => {
    if (!frame) {
      frame = new Set();
      for (const each of importsOf(top, graph)) collect(each, graph, frame);
    }
    return frame.has(id) && !id.endsWith(".css") ? "frame" : null;
  };
}

function collect(id: string, graph: ModuleGraph, into: Set<string>): void {
  if (into.has(id)) return;
  into.add(id);
  for (const each of importsOf(id, graph)) collect(each, graph, into);
}

/** What a module imports; of a feature's index, only where the names it takes come from. */
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

export default defineConfig({
  plugins: [
    tailwindcss(),
    reactRouter(),
    drawInterfaceIcons(),
    lookThroughIndexes(),
    keepServerOutOfBrowser(),
  ],
  build: {
    // /assets is the content API's; what is built lives under /builds.
    assetsDir: "builds/assets",
    // Inlined files would need data: in the content security policy.
    assetsInlineLimit: 0,
    target: "baseline-widely-available",
    rolldownOptions: {
      output: {
        // Every page needs all of it: one file compresses better and travels faster than fifteen small ones.
        codeSplitting: {
          groups: [
            // In two, because a browser takes a file in without a pause.
            { name: "react", test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
            { name: "router", test: /node_modules\/(react-router|cookie)\//, priority: 2 },
            { name: nameFrame(), debugName: "frame", priority: 1 },
            { name: "drawings", test: /virtual:icon\// },
          ],
        },
      },
    },
  },
});
