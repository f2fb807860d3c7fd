/** For the test of it, which is TypeScript. */
type Pictures = Record<string, { sources: readonly string[] }>;
type Manifest = Record<string, string>;

export const FOLDER: string;
export const MANIFEST: string;
export const README_PICTURES: Record<string, { screen: string; height: number; sources: readonly string[] }>;
export function hashSources(sources: readonly string[], folder?: string): string;
export function listOlder(manifest: Manifest, pictures?: Pictures, folder?: string): string[];
export function readManifest(): Manifest;
