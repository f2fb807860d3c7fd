import { createHash } from "node:crypto";

/** The style of the error page, which loads no font, file or script. */
export const PLAIN_ERROR_STYLE = `
:root {
  color-scheme: light dark;
  --table: light-dark(oklch(0.945 0.006 236), oklch(0.215 0.01 250));
  --deep: light-dark(oklch(0.905 0.009 238), oklch(0.172 0.01 252));
  --key: light-dark(oklch(0.205 0.02 260), oklch(0.955 0.004 240));
  --key-2: light-dark(oklch(0.395 0.018 257), oklch(0.815 0.008 245));
  --cobalt: light-dark(oklch(0.48 0.195 259), oklch(0.76 0.128 242));
  --heads: "Bricolage Grotesque", "Arial Narrow", system-ui, sans-serif;
}
* { box-sizing: border-box; margin: 0; }
body {
  min-height: 100vh; display: flex; flex-direction: column; padding: 0 clamp(1rem, 5vw, 4rem) 3rem;
  background: var(--table); color: var(--key); font: 1rem/1.5 Inter, system-ui, sans-serif; overflow-wrap: anywhere;
}
.brand { display: inline-flex; align-items: center; gap: 0.5rem; height: 3.5rem; align-self: start;
  color: inherit; font: 650 1.25rem/1 var(--heads); text-decoration: none; }
.brand svg { width: 1.375rem; height: 1.375rem; }
main { flex: 1; display: grid; grid-template-columns: 1fr 1fr; gap: 2rem; align-items: center; }
.plates { position: relative; height: 0.86em; isolation: isolate; user-select: none; white-space: nowrap;
  font: 800 clamp(8rem, 19vw, 20rem)/0.74 var(--heads); letter-spacing: -0.05em; }
.plates span { position: absolute; left: 0; top: 0; mix-blend-mode: multiply; }
.cyan { color: oklch(0.74 0.14 226); transform: translate(-0.028em, 0.016em); }
.magenta { color: oklch(0.64 0.26 358); transform: translate(0.03em, -0.018em) rotate(-0.5deg); }
.yellow { color: oklch(0.925 0.19 104); transform: translate(0.01em, 0.034em) rotate(0.4deg); }
h1 { font: 650 clamp(2.25rem, 1.6rem + 2.6vw, 3.5rem)/0.94 var(--heads); letter-spacing: -0.012em; }
h1 ~ p { margin-top: 0.75rem; color: var(--key-2); }
.ways { display: flex; gap: 1.25rem; padding-top: 0.75rem; }
a { color: var(--cobalt); text-underline-offset: 0.2em; }
a:focus-visible { outline: 2px solid var(--cobalt); outline-offset: 2px; }
@media (prefers-color-scheme: dark) {
  .plates span { mix-blend-mode: screen; }
  .plates .key { mix-blend-mode: normal; }
}
@media (max-width: 719px) {
  main { grid-template-columns: 1fr; align-content: start; padding-top: 2.5rem; }
  .plates { font-size: min(14rem, 46vw); }
}
`;

const HASH = createHash("sha256").update(PLAIN_ERROR_STYLE).digest("base64");

/** Allows only this style. */
export const PLAIN_ERROR_POLICY = `default-src 'none'; style-src 'sha256-${HASH}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
