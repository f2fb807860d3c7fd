import { z } from "zod";
import { KEY_SCOPES } from "./api-keys.ts";

/** Apps that act for people, such as chat assistants (OAuth 2.1). What they may do is named as for API keys. */

export const APP_SCOPES = ["render", "documents"] as const;
export type AppScope = (typeof APP_SCOPES)[number];

/** Days without use after which an app has to ask again. */
export const APP_DAYS = 90;
export const MAX_APP_NAME = 80;

/** An app that a person has connected. */
export const listedApp = z.object({
  id: z.string(),
  name: z.string(),
  /** Where it is: the host of the address it returns to. */
  host: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  date_connected: z.string(),
  /** To the hour. */
  last_used: z.string().nullable(),
});
export type ListedApp = z.infer<typeof listedApp>;

/** An app that asks. */
export const askingApp = z.object({ name: z.string() });
export type AskingApp = z.infer<typeof askingApp>;
