// First segments that belong to programs: under them an unknown path is answered in JSON, never with a page.
const API_SEGMENTS = new Set([
  "assets",
  "auth",
  "builds",
  "files",
  "health",
  "icons",
  "items",
  "metrics",
  "openapi.json",
  "ready",
  "render",
]);

export function apiPath(path: string): boolean {
  return API_SEGMENTS.has(path.split("/", 2)[1] ?? "");
}
