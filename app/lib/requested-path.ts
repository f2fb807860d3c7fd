/** A path as a person would write it. What can't be decoded is shown as it came. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
