import { redirect } from "react-router";
import { currentPath } from "../../lib/i18n/addresses.ts";
import { fitsInBrowser } from "../../lib/pages/page-data.ts";

/** The data area of templates, which no page needs for its first view. */
export const loadTemplateData = () => import("./templates.ts");

/** Loads a type's list before the navigation. A failure is reported when the page is opened. */
export async function prefetchType(type: string): Promise<void> {
  if (!fitsInBrowser(type)) return;
  try {
    const { templatesOfType } = await loadTemplateData();
    await templatesOfType(type);
  } catch (error) {
    console.error("Template prefetch failed", error); // no message: the person has not asked for it yet
  }
}

/**
 * Ends a navigation whose data the server refused: logs it, shows a message and stays on the current page.
 * Without an answer, the root ends it.
 */
export async function stayOnPage(error: unknown): Promise<never> {
  if (error instanceof TypeError) throw error; // what a call without an answer fails with
  const { reportTemplateFailure } = await loadTemplateData();
  reportTemplateFailure(error);
  throw redirect(currentPath());
}
