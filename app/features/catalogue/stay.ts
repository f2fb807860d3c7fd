import { redirect } from "react-router";

/** Ends a navigation whose data could not be had: logged, told, and the page one was on stays. */
export async function stayHere(error: unknown): Promise<never> {
  const { reportTemplateFailure } = await import("./templates.ts");
  reportTemplateFailure(error);
  throw redirect(location.pathname + location.search);
}
