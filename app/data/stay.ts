import { redirect } from "react-router";
import { reportTemplateFailure } from "./templates.ts";

/** Ends a navigation whose data could not be had: logged, told, and the page one was on stays. */
export function stayHere(error: unknown): never {
  reportTemplateFailure(error);
  throw redirect(location.pathname + location.search);
}
