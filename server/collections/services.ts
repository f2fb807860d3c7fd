import type { Catalogue } from "../catalogue/catalogue-version.ts";
import type { Db } from "../database/connect.ts";
import type { Limits } from "../limits/account-limits.ts";

/** What collections need of the rest of the server. */
export type Services = {
  catalogue: Pick<Catalogue, "bump" | "refresh">;
  /** Ids of templates, best first. */
  searchTemplates(words: string): string[];
  limits: Pick<Limits, "take">;
  forwardMessage: ForwardMessage | undefined;
};

export type ContactMessage = { name: string; email: string; subject: string; message: string };

/** Has a contact message mailed, in the transaction that stores it. */
export type ForwardMessage = (db: Db, message: ContactMessage) => Promise<void>;
