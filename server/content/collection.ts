import type { ItemAction } from "../actions/action-log.ts";
import type { Database, Db } from "../database/connect.ts";
import type { Viewer } from "../request/viewer.ts";
import type { Access, Sql } from "./access.ts";
import type { Payload } from "./payload.ts";
import type { Fields, Sort } from "./query/query.ts";

/**
 * The definition of a collection. The engine gets a list of these and knows none by name; `New` and `Changed`
 * are the values that its hooks may rely on.
 */
export type Collection<New = Payload, Changed = Payload> = {
  /** Also the name of its table. */
  name: string;
  fields: Fields;
  access: Access;
  /** Served under /items/{name}. */
  underItems?: true;
  /** For the entries of a list: the column that names their list. */
  parent?: string;
  /** The default order; ids decide between equals. */
  order?: readonly Sort[];
  /** Fields with an index of their own, each followed by the id: filtering and sorting by them doesn't scan all rows. */
  indexed?: readonly string[];
  /** Text that is sorted regardless of case. */
  sortedAnyCase?: readonly string[];
  /** How many rows a list has that asks for neither a limit nor an order. */
  limit?: number;
  /** Finds ids by a query, best first, preferring texts in a language. Without it, the text of the rows is searched. */
  search?(query: string, preferred?: string): Promise<string[]>;
  /** The field whose value is the ETag of an answer. */
  etag?: string;
  /** Reads are the same for everyone and are cached until the catalogue changes. */
  isPublic?: true;
  /** The field by which people know an item: the first to be missed in a new one. */
  knownBy?: string;
  /** The name of its changes in the action log; without it, none are logged. */
  logged?: "template" | "type" | "page";
  /** The name of a change in that log, by its fields; default: "changed". */
  changeName?(fields: readonly string[], payload: Payload): ItemAction;
  /** Parameters of a change or deletion besides fields, by name, as JSON Schema. Its hooks read them. */
  extras?: Readonly<Record<string, object>>;
  /** The largest body of a write, if not the default. */
  maxBodyBytes?: number;
  /** The most values in the body of a write, if not the default. */
  maxBodyValues?: number;
  /** A person's quota applies: a write that adds to it may be refused with 409. */
  hasQuota?: true;
  /** Before anything is written, outside the transaction: may refuse the request. */
  beforeCreate?(request: NewItems): Promise<void>;
  /** After the transaction was committed. */
  afterWrite?(): Promise<void>;

  /** The id of the new item. */
  create?(write: Write<New>, payload: Payload): Promise<string>;
  /** The item's id; undefined when it is not there or not this viewer's. */
  update?(change: Change<Changed>, id: string, payload: Payload): Promise<string | undefined>;
  /**
   * Whether there was something to delete. Without this hook, the row is deleted. `extras` is the body of a request that names
   * one item.
   */
  remove?(change: Change, id: string, extras: Payload): Promise<boolean>;
};

/** A request to create items. */
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
  /** The base revision of the change (`If-Match`). */
  base: number | undefined;
};
