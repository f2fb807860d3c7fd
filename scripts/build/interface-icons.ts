import { createRequire } from "node:module";
import type { Plugin } from "vite";

const ICON = "virtual:icon/";

/** `import search from "virtual:icon/search"`: one icon of Lucide, so that only those in use travel. */
export function drawInterfaceIcons(): Plugin {
  let icons: Record<string, { body: string }> | undefined;
  return {
    name: "draw-interface-icons",
    resolveId: (id) => (id.startsWith(ICON) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${ICON}`)) return undefined;
      icons ??= loadLucide();
      const icon = icons[id.slice(ICON.length + 1)];
      if (!icon) this.error(`Lucide has no icon called ${id.slice(ICON.length + 1)}.`);
      return `export default ${JSON.stringify(icon.body)};`;
    },
  };
}

function loadLucide(): Record<string, { body: string }> {
  return createRequire(import.meta.url)("@iconify-json/lucide/icons.json").icons;
}
