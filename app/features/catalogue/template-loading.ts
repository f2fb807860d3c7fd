import { redirect } from "react-router";
import { fitsInBrowser } from "../../lib/pages/page-data.ts";

/** The data area of templates, which no page needs for its first view. */
export const loadTemplateData = () => import("./templates.ts");

/** Loads a type's list when someone is about to go there. What fails here will fail, and be told, when it matters. */
export async function prefetchType(type: string): Promise<void> {
  if (!fitsInBrowser(type)) return;
  try {
    const { templatesOfType } = await loadTemplateData();
    await templatesOfType(type);
  } catch (error) {
    console.error("Template prefetch failed", error); // and nothing is told: nobody has asked for it yet
  }
}

/** Ends a navigation whose data the server refused: logged, told, and the current page stays. Without an answer the root ends it. */
export async function stayOnPage(error: unknown): Promise<never> {
  if (error instanceof TypeError) throw error; // what a call without an answer fails with
  const { reportTemplateFailure } = await loadTemplateData();
  reportTemplateFailure(error);
  throw redirect(location.pathname + location.search);
}
