import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";

export type BundledScript = { file: string; remove(): void };

const PROGRAM_FILES = new URL("built-program-files.ts", import.meta.url);

/**
 * Bundles a script of this folder for tests that run it dozens of times: most of Node's half second goes into
 * finding and stripping some hundred modules.
 */
export async function bundleScript(name: string): Promise<BundledScript> {
  const outDir = mkdtempSync(join(tmpdir(), "typecase-script-"));
  await build({
    configFile: false,
    publicDir: false,
    logLevel: "error",
    resolve: { alias: [{ find: /^.*\/program-files\.ts$/, replacement: PROGRAM_FILES.pathname }] },
    define: { "import.meta.url": JSON.stringify(PROGRAM_FILES.href) },
    ssr: { noExternal: true, external: ["pg-native"] },
    build: {
      ssr: `tests/support/${name}.ts`,
      outDir,
      emptyOutDir: true,
      target: "node24",
      minify: false,
      rolldownOptions: { output: { entryFileNames: "[name].mjs" } },
    },
  });
  return {
    file: join(outDir, `${name}.mjs`),
    remove: () => rmSync(outDir, { recursive: true, force: true }),
  };
}
