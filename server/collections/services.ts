import type { CollectionFields, CollectionName } from "../../contract/collections/collections.ts";
import type { CatalogueVersion } from "../catalogue/catalogue-version.ts";
import type { MadeWith } from "../catalogue/versions/kits.ts";
import type { Collection } from "../content/collection.ts";
import type { Db } from "../database/connect.ts";
import type { Columns } from "../database/tables.ts";
import type { Quotas } from "../limits/quotas.ts";
import type { StoredLimits } from "../limits/stored-limits.ts";

type Fields<Name extends CollectionName> = CollectionFields[Name];
type RequiredName<Name extends CollectionName> = {
  [Each in keyof Fields<Name>]: Fields<Name>[Each] extends { required: true } ? Each : never;
}[keyof Fields<Name>];

/** A collection of the contract: its hooks receive values that were checked against its fields. */
export type ContractCollection<Name extends CollectionName> = Collection<
  Partial<Columns<Name>> & Pick<Columns<Name>, RequiredName<Name> & keyof Columns<Name>>,
  Partial<Columns<Name>>
>;

/** What collections need from the rest of the server. */
export type Services = {
  catalogue: Pick<CatalogueVersion, "bump" | "bumpPictures" | "refresh">;
  /** The kit and engine of new versions. */
  madeWith: MadeWith;
  /** Ids of templates, best first. */
  searchTemplates(query: string, preferred?: string): Promise<string[]>;
  limits: Pick<StoredLimits, "take">;
  quotas: Pick<Quotas, "documents">;
  /** Whether people may submit templates. */
  maySubmit(): boolean;
  forwardMessage: ForwardMessage | undefined;
  announce: Announce;
};

/** Stores what webhooks are sent about an item, in the transaction that writes it. */
export type Announce = {
  templatePublished(db: Db, id: string): Promise<void>;
  messageReceived(db: Db, id: string): Promise<void>;
};

type ContactMessage = Pick<Columns<"contact_messages">, "name" | "email" | "subject" | "message">;

/** Has a contact message mailed, in the transaction that stores it. */
export type ForwardMessage = (db: Db, message: ContactMessage) => Promise<void>;
