export function isBuilt(name: "pages" | "program"): boolean;
export function buildWhenStale(node: string, names?: ("pages" | "program")[]): boolean;
