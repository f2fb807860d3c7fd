import { dirname, join, normalize } from "node:path/posix";
import { parseSync } from "vite";

/** Which rooms a room may import from. `types` are rooms it may take only types of. */
const RULES: Record<string, { values: string[]; types?: string[] }> = {
  contract: { values: [] },
  app: { values: ["contract"], types: ["server"] },
  server: { values: ["contract"] },
  cli: { values: ["server", "contract"] },
  bench: { values: ["server", "contract"] },
};

export const ROOMS = Object.keys(RULES);

type Import = { from: string; onlyTypes: boolean };

function importsOf(file: string, source: string): Import[] {
  const { module } = parseSync(file, source);
  const fixed = module.staticImports.map(({ moduleRequest, entries }) => {
    return {
      from: moduleRequest.value,
      onlyTypes: entries.length > 0 && entries.every((entry) => entry.isType),
    };
  });
  const passedOn = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest ? [{ from: moduleRequest.value, onlyTypes: isType }] : [],
    ),
  );
  const late = module.dynamicImports.map(({ moduleRequest }) => {
    const written = source.slice(moduleRequest.start, moduleRequest.end);
    return { from: written.replace(/^["'`]|["'`]$/g, ""), onlyTypes: false };
  });
  return [...fixed, ...passedOn, ...late];
}

/** One line for each import that goes where it may not. Paths are relative to the root of the repository. */
export function findBrokenImports(file: string, source: string): string[] {
  const room = file.split("/", 1)[0] ?? "";
  const rule = RULES[room];
  if (!rule) return [];
  return importsOf(file, source).flatMap(({ from, onlyTypes }) => {
    if (!from.startsWith(".")) return [];
    const target = normalize(join(dirname(file), from)).split("/", 1)[0] ?? "";
    const allowed =
      target === room || rule.values.includes(target) || (onlyTypes && (rule.types ?? []).includes(target));
    return allowed || !(target in RULES) ? [] : [`${file} may not import ${from}`];
  });
}

/** The environment has one reader. A measurement only hands its own on to the servers it starts. */
export function readsEnvironment(file: string, source: string): boolean {
  if (file.startsWith("bench/")) return false;
  return file !== "server/kernel/settings.ts" && /\bprocess\s*\.\s*env\b|\bprocess\[["']env/.test(source);
}
