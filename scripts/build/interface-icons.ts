import { createRequire } from "node:module";
import type { Plugin } from "vite";

const ICON = "virtual:icon/";

/** Icons that point along the line of text and are mirrored where it runs from right to left. */
const ALONG_THE_LINE = /(?:^|-)(?:left|right)(?:-|$)|^(?:undo|redo|reply|forward|log-in|log-out|send|list)/;

/** Attributes that every Lucide icon repeats; the `Icon` component sets them once. */
const STROKE =
  ' fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"';

/** `import search from "virtual:icon/search"`: a single Lucide icon, so that only used icons are shipped. */
export function drawInterfaceIcons(): Plugin {
  let icons: Record<string, { body: string }> | undefined;
  return {
    name: "draw-interface-icons",
    resolveId: (id) => (id.startsWith(ICON) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${ICON}`)) return undefined;
      icons ??= loadLucide();
      const name = id.slice(ICON.length + 1);
      const icon = icons[name];
      if (!icon) this.error(`Lucide has no icon called ${name}.`);
      if (!icon.body.includes(STROKE)) this.error(`The icon ${name} is not drawn with the usual stroke.`);
      const body = icon.body.replaceAll(STROKE, "").replace(/^<g>(.*)<\/g>$/, "$1");
      return `export default ${JSON.stringify(ALONG_THE_LINE.test(name) ? `<g data-along="">${body}</g>` : body)};`;
    },
  };
}

function loadLucide(): Record<string, { body: string }> {
  return createRequire(import.meta.url)("@iconify-json/lucide/icons.json").icons;
}
