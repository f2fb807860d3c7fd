import { normaliseEmail } from "../accounts/email-address.ts";
import { createAccount } from "../accounts/first-operator.ts";
import { HOST } from "../catalogue/library-origin.ts";
import type { Content } from "../content/content.ts";
import type { Database } from "../database/connect.ts";
import type { Log } from "../log/logging.ts";
import type { Pictures } from "../pictures/pictures.ts";
import { type HostClient, HostError } from "./host-client.ts";
import { createHostIds, type HostId, idKey, readHostId } from "./host-ids.ts";
import type { Mirror } from "./mirror.ts";
import { createPersonCopies } from "./person-copies.ts";

export type ImportReport = {
  templates: number;
  /** Templates and types that are new or changed. */
  changed: number;
  /** People whose items were imported now, and those of them who had no account. */
  people: number;
  accounts: number;
  /** People whom an earlier call imported. */
  before: number;
  /** What was left out and why. */
  faults: string[];
};

type Parts = {
  host: HostClient;
  database: Database;
  content: Content;
  pictures: Pictures;
  /** Reads templates and types; undefined in a dry run. */
  mirror: Mirror | undefined;
  log: Log;
  progress?: {
    /** Templates and types are here; so many people follow. */
    people(total: number): void;
    /** After each person, whatever became of them. */
    person(name: string): void;
  };
};

const PAGE = 100;
const USERS = "imported user";

/**
 * Takes over everything of a content backend for good: types, templates, and people with their saved templates, history and photo. A
 * person is marked when all of theirs is here, so that a call after an interrupted one goes on where that ended, and another changes
 * nothing. Without `mirror` it only counts.
 */
export async function importHost(parts: Parts): Promise<ImportReport> {
  const { host, database, mirror } = parts;
  const { db, dialect } = database;
  const ids = createHostIds(host.url);
  const copies = createPersonCopies({ ...parts, ids });
  const report: ImportReport = { templates: 0, changed: 0, people: 0, accounts: 0, before: 0, faults: [] };

  if (mirror) {
    const { templates, changed, faulty, faults } = await mirror.refresh(true);
    const [first] = faults;
    if (first?.folder === host.url) throw new HostError(first.reason);
    Object.assign(report, { templates, changed });
    report.faults.push(...faults.map(({ folder, reason }) => `${folder}: ${reason}`));
    if (faulty > faults.length) report.faults.push(`${host.url}: ${faulty - faults.length} more templates`);
    await mirror.copyPictures();
  } else for await (const _ of itemsOf(host, "templates", "id")) report.templates++;

  if (mirror && parts.progress) {
    let total = 0;
    for await (const _ of itemsOf(host, "user", "id")) total++;
    parts.progress.people(total);
  }
  for await (const item of itemsOf(host, "user")) {
    await importPerson(item);
    parts.progress?.person(String(item.email ?? item.id));
  }
  // They are the library's own from now on, which no host changes or hides.
  if (mirror)
    for (const table of ["templates", "types"] as const)
      await db.updateTable(table).set({ origin: null }).where("origin", "=", HOST).execute();
  return report;

  async function importPerson(item: Record<string, unknown>): Promise<void> {
    const hostId = readHostId(item.id);
    const email = normaliseEmail(String(item.email ?? ""));
    if (hostId === undefined || !email) {
      report.faults.push(`${host.url}/items/user/${String(item.id)}: it has no valid email address`);
      return;
    }
    const done = (await ids.toLocal(db, "user", [hostId])).has(idKey(hostId));
    if (done) {
      report.before++;
      return;
    }
    const account = await findOrCreate(hostId, email, item);
    if (account === undefined) return;
    report.people++;
    if (!mirror) return;
    const link = { viewer: { role: "person", userId: account.id, email, sessionId: "" } as const, hostId };
    // A profile that was filled in here stays.
    if (account.isNew) await copies.pullProfile(link, item);
    await copies.pullSaved(link, await copies.readSaved(link), true);
    await copies.pullHistory(link, true);
    await db.transaction().execute((db) => ids.store(db, "user", [[account.id, hostId]]));
  }

  async function findOrCreate(
    hostId: HostId,
    email: string,
    item: Record<string, unknown>,
  ): Promise<{ id: string; isNew: boolean } | undefined> {
    const found = await db
      .selectFrom("auth_user")
      .select(["id", "emailVerified"])
      .where("email", "=", email)
      .executeTakeFirst();
    const begun = (await ids.toLocal(db, USERS, [hostId])).get(idKey(hostId));
    if (found && begun === found.id) return { id: found.id, isNew: true };
    // Anyone can sign up with an address that isn't theirs.
    if (found && !found.emailVerified) {
      report.faults.push(`${email}: there is an account whose address isn't verified`);
      return undefined;
    }
    if (found) return { id: found.id, isNew: false };
    report.accounts++;
    if (!mirror) return { id: "", isNew: true };
    const now = new Date();
    const name = typeof item.name === "string" && item.name.trim() ? item.name.trim().slice(0, 200) : email;
    return db.transaction().execute(async (db) => {
      // Only who opens a mail to the address, or signs in with it at the provider, gets in: it counts as verified.
      const account = { name, email, passwordHash: null, isVerified: true, language: undefined };
      const id = await createAccount({ db, dialect }, account, now);
      await ids.store(db, USERS, [[id, hostId]]);
      return { id, isNew: true };
    });
  }
}

async function* itemsOf(
  host: HostClient,
  collection: string,
  fields = "*",
): AsyncGenerator<Record<string, unknown>> {
  const seen = new Set<string>();
  for (let page = 1; ; page++) {
    const items = await host.list(collection, {
      fields,
      sort: "id",
      limit: String(PAGE),
      page: String(page),
    });
    const before = seen.size;
    for (const item of items) {
      const key = JSON.stringify(item.id);
      if (seen.has(key)) continue;
      seen.add(key);
      yield item;
    }
    // A host may send shorter pages than were asked for.
    if (seen.size === before) return;
  }
}
