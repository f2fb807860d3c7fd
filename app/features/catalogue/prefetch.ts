/** Loads a type's list when someone is about to go there. What fails here will fail, and be told, when it matters. */
export async function prefetchType(type: string): Promise<void> {
  try {
    const { templatesOfType } = await import("./templates.ts");
    await templatesOfType(type);
  } catch {
    // Nobody has asked for it yet.
  }
}
