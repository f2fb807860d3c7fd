import type { Plugin } from "vite";

/** What works offline: the editor and the list of documents. Everything that these load, also later, is stored on the device. */
const OFFLINE =
  /\/app\/(?:entry\.client|root|shell\/dashboard-layout|routes\/editor\/page|routes\/dashboard\/documents)\.tsx/;

/** Half a megabyte, stored by those who use it (public/service-worker.js). */
const ENGINE_WORKER = /\/engine-(?:worker|loader)-/;

/** Lists the scripts, styles and fonts of the pages that work offline, for the service worker (server/pages/service-worker.ts). */
export function listOfflineFiles(): Plugin {
  return {
    name: "list-offline-files",
    applyToEnvironment: (environment) => environment.name === "client",
    generateBundle(_options, bundle) {
      const files = new Set<string>();
      const add = (name: string) => {
        if (files.has(name) || ENGINE_WORKER.test(name)) return;
        files.add(name);
        const chunk = bundle[name];
        if (chunk?.type !== "chunk") return;
        for (const each of [...chunk.imports, ...chunk.dynamicImports]) if (bundle[each]) add(each);
        for (const each of chunk.viteMetadata?.importedCss ?? []) add(each);
        for (const each of chunk.viteMetadata?.importedAssets ?? []) add(each);
      };
      for (const chunk of Object.values(bundle))
        if (chunk.type === "chunk" && chunk.isEntry && OFFLINE.test(chunk.facadeModuleId ?? ""))
          add(chunk.fileName);
      const source = JSON.stringify([...files].sort().map((name) => `/${name}`));
      this.emitFile({ type: "asset", fileName: "offline-files.json", source });
    },
  };
}
