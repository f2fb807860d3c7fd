import { createContext } from "react";

/** Marks the scripts that the page itself writes; only on the server, see server/pages/content-policy.ts. */
export const ScriptMark = createContext<string | undefined>(undefined);
