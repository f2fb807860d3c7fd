import { createContext } from "react-router";
import type { PageServices } from "../../contract/page-services.ts";

/** What the server hands to every loader: the catalogue, in process, and what the site is called. */
export const pageServices = createContext<PageServices>();
