/** `fonts(display: "Archivo", text: "Inter")`, which a template calls once, near its top. */
const CALL = /\bfonts\(([^()]*)\)/g;
const ROLE = /\b(\w+):\s*"([^"\n]{1,60})"/g;

/** In the order in which they are named to people; scripts and labels are details of a page. */
const NAMED_ROLES = ["display", "text"];

/** A template's default typefaces, as its source names them. Empty for a source that chooses them in another way. */
export function ownTypefaces(source: string): string[] {
  for (const [, roles = ""] of withoutComments(source).matchAll(CALL)) {
    const families = new Map(
      [...roles.matchAll(ROLE)].map(([, role = "", family = ""]) => [role, family] as const),
    );
    const named = NAMED_ROLES.flatMap((role) => families.get(role) ?? []);
    if (named.length > 0) return [...new Set(named)];
  }
  return [];
}

/** Removes everything after two slashes; an address in a string is cut short too, which contains no typeface. */
function withoutComments(source: string): string {
  return source
    .split("\n")
    .map((line) => line.replace(/\/\/.*$/, ""))
    .join("\n");
}
