// Writes build/program: server and command line with their packages, in a few files instead of some 1,200.
// Node starts them in a sixth of the time and has no types to strip.
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { build } from "vite";
import { bundleMcpApp } from "./bundle-mcp-app.ts";
import { mailMessages } from "./mail-messages.ts";

const ENTRIES = [
  "server/main",
  "server/run",
  "server/database/reader-process",
  "server/drafts/checking/check-thread",
  "server/process/watchdog-thread",
  "server/pictures/worker/child",
  "server/rendering/worker/child",
  "server/rendering/worker/compile-worker",
  "cli/main",
];
/** Native code, and packages that only development loads or nothing does. */
const LEFT_OUT = ["sharp", "vite", "pg-native"];

/** The compiled texts of emails instead of what compiles them. */
const texts = {
  name: "mail-messages",
  load: (id: string) =>
    id.endsWith("/mail-messages.ts")
      ? `export const mailMessages = ${JSON.stringify(mailMessages)};`
      : undefined,
};

const unfinished = `build/program-${process.pid}`;
await build({
  configFile: false,
  publicDir: false,
  logLevel: "warn",
  plugins: [texts],
  ssr: { noExternal: true, external: LEFT_OUT },
  build: {
    ssr: true,
    outDir: unfinished,
    target: "node24",
    minify: false, // keeps error traces readable
    rolldownOptions: {
      input: Object.fromEntries(ENTRIES.map((name) => [name, `${name}.ts`])),
      output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
    },
  },
});
writeFileSync(`${unfinished}/mcp-app.html`, await bundleMcpApp());
rmSync("build/program", { recursive: true, force: true });
renameSync(unfinished, "build/program");
