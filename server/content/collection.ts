import type { ItemAction } from "../actions/action-log.ts";
import type { Database, Db } from "../database/connect.ts";
import type { Viewer } from "../request/viewer.ts";
import type { Access, Sql } from "./access.ts";
import type { Payload } from "./payload.ts";
import type { Fields, Sort } from "./query/query.ts";

/**
 * Everything that a collection says about itself. The engine is handed a list of these and knows none by name; `New` and
 * `Changed` are the values that its own hooks may count on.
 */
export type Collection<New = Payload, Changed = Payload> = {
  /** Also the name of its table. */
  name: string;
  fields: Fields;
  access: Access;
  /** Served under /items/{name}. */
  underItems?: true;
  /** For the entries of a list: the column that names the list they stand in. */
  parent?: string;
  /** The order of a list that asks for none; ids decide between equals. */
  order?: readonly Sort[];
  /** Fields with an index of their own, each followed by the id: what they find or sort is found without looking at all rows. */
  indexed?: readonly string[];
  /** Text that is sorted whatever the case of its letters, as people look for it. */
  sortedAnyCase?: readonly string[];
  /** How many rows a list has that asks for neither a limit nor an order. */
  limit?: number;
  /** Finds ids by words, best first. Without it, words are looked for in the text of the rows. */
  search?(query: string): Promise<string[]>;
  /** The field whose value is the ETag of an answer. */
  etag?: string;
  /** Its reads are the same for everybody, and are kept until the catalogue changes. */
  isPublic?: true;
  /** The field by which people know an item: the first to be missed in a new one. */
  knownBy?: string;
  /** Every change of it is put down in the log of actions, under this name. */
  logged?: "template" | "type" | "page";
  /** What a change is called in that log, by the fields it names; "changed" unless said. */
  changeName?(fields: readonly string[], payload: Payload): ItemAction;
  /** What a change or a deletion may say besides fields, by name, as JSON Schema. Its own hooks read it. */
  extras?: Readonly<Record<string, object>>;
  /** How long the body of a write may be, where that is not the usual. */
  maxBodyBytes?: number;
  /** How many values the body of a write may hold, where that is not the usual. */
  maxBodyValues?: number;
  /** A person may keep so much of it and no more: a write that adds to it may be refused with 409. */
  hasQuota?: true;
  /** Before anything is written, outside the transaction: may refuse the request. */
  beforeCreate?(request: NewItems): Promise<void>;
  /** After the transaction was committed. */
  afterWrite?(): Promise<void>;

  /** The id of the new item. */
  create?(write: Write<New>, payload: Payload): Promise<string>;
  /** The item's id; undefined when it is not there or not this viewer's. */
  update?(change: Change<Changed>, id: string, payload: Payload): Promise<string | undefined>;
  /** Whether there was something to delete. Without it, the row is deleted. `extras` is the body of a request that names one item. */
  remove?(change: Change, id: string, extras: Payload): Promise<boolean>;
};

/** Who wants to create how many items in one request. */
type NewItems = { viewer: Viewer; clientAddress: string; count: number };

export type Collections = ReadonlyMap<string, Collection>;
export type Dialect = Database["dialect"];

/** The transaction of a request that writes: everything goes through its `db`. */
export type WriteTransaction = {
  db: Db;
  dialect: Dialect;
  viewer: Viewer;
  /** Empty for what the server does itself. */
  clientAddress: string;
  now: Date;
  /** What changed, in one line, for collections with a history. */
  note?: string | null | undefined;
};

export type Write<Values = Payload> = WriteTransaction & {
  /** Refuses fields that this viewer may not write and values that do not fit; gives back what can be stored. */
  check(payload: Payload): Values;
};

export type Change<Values = Payload> = Write<Values> & {
  /** The rows that this viewer may touch: a condition on the table. "Not there" and "not yours" are one answer. */
  reachable: Sql;
  /** The revision that the change says it started from (`If-Match`). */
  base: number | undefined;
};
