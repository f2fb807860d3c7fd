import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";
import { lookThroughIndexes, nameFrame } from "./scripts/build/frame-chunk.ts";
import { drawInterfaceIcons } from "./scripts/build/interface-icons.ts";
import { provideMessages } from "./scripts/build/messages.ts";
import { listOfflineFiles } from "./scripts/build/offline-files.ts";

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

export default defineConfig(({ command }) => ({
  plugins: [
    provideMessages(),
    reactRouter(),
    drawInterfaceIcons(),
    lookThroughIndexes(),
    keepServerOutOfBrowser(),
    listOfflineFiles(),
  ],
  // A server that starts reads a few files instead of some hundreds: 0.15 s of processor instead of 0.8.
  // Development loads packages as they are: some can't be read as modules.
  // Built pages never use the development code of React, even where NODE_ENV isn't set, as in tests.
  ...(command === "build"
    ? {
        environments: {
          ssr: {
            resolve: { noExternal: true },
            define: { "process.env.NODE_ENV": JSON.stringify("production") },
          },
        },
      }
    : {}),
  css: {
    modules: {
      localsConvention: "camelCaseOnly",
      generateScopedName: command === "build" ? "[hash:base64:6]" : "[local]-[hash:base64:4]",
    },
  },
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
            // A drawing that only one page shows is part of that page.
            { name: "drawings", test: /virtual:icon\//, minShareCount: 2 },
          ],
        },
      },
    },
  },
}));
