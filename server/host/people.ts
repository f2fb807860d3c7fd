import type { PersonAtHostState } from "../../contract/people/at-host.ts";
import { ownerOf } from "../content/access.ts";
import type { Content, WriteRequest } from "../content/content.ts";
import type { WrittenAnswer } from "../content/idempotency.ts";
import type { Database, Db } from "../database/connect.ts";
import { hostRefused, hostSilent, messageOf, peopleElsewhere } from "../errors/errors.ts";
import type { FilesElsewhere } from "../files/uploads.ts";
import { HOST_PEOPLE } from "../limits/limits.ts";
import type { Log } from "../log/logging.ts";
import type { Pictures } from "../pictures/pictures.ts";
import { type Viewer, writesForPeople } from "../request/viewer.ts";
import { type HostClient, HostError } from "./host-client.ts";
import { createHostIds, type HostId, idKey, readHostId } from "./host-ids.ts";
import {
  createPersonCopies,
  historyHere,
  type Link,
  type Profile,
  readHistory,
  readProfile,
  readSavedHere,
} from "./person-copies.ts";

/**
 * Profiles, saved templates, history and files of people whom the content host knows. A read first copies what is there; a change is
 * tried here, made there, and then made here, so that a host that refuses it or doesn't answer leaves nothing half-written. For everyone
 * else this does nothing.
 */
export type HostPeople = {
  /** The content API, with the host behind it. */
  content: Content;
  files: FilesElsewhere;
  /** Where the data of this person is, as known from the last time. */
  stateOf(viewer: Viewer): Promise<{ state: PersonAtHostState; host: string; answers: boolean } | undefined>;
};

type Parts = { host: HostClient; database: Database; content: Content; pictures: Pictures; log: Log };

const COLLECTIONS = ["user", "saved_templates", "history", "files"];

export function createHostPeople({ host, database, content, pictures, log }: Parts): HostPeople {
  const { db } = database;
  const ids = createHostIds(host.url);
  const copies = createPersonCopies({ host, ids, database, content, pictures, log });
  let quietUntil = 0;
  let lastProblem: string | undefined;

  // One after the other for each person: a read must not bring back what a change is about to replace.
  const turns = new Map<string, Promise<unknown>>();
  function inTurn<Result>(userId: string, work: () => Promise<Result>): Promise<Result> {
    const result = (turns.get(userId) ?? Promise.resolve()).then(work);
    const settled = result
      .catch(() => undefined)
      .then(() => {
        if (turns.get(userId) === settled) turns.delete(userId);
      });
    turns.set(userId, settled);
    return result;
  }

  /** What a key for people would change here is stored at the host. */
  function refuseKeysForPeople(viewer: Viewer): void {
    if (writesForPeople(viewer)) throw peopleElsewhere(new URL(host.url).host);
  }

  const readAccount = (userId: string) =>
    db.selectFrom("auth_user").select(["email", "emailVerified"]).where("id", "=", userId).executeTakeFirst();

  async function storedState(userId: string) {
    const query = db.selectFrom("host_people").selectAll().where("user_id", "=", userId);
    return query.where("host", "=", host.url).executeTakeFirst();
  }

  /** The person at the host. `again`: asks it even if it is known, and brings the profile here. */
  async function findLink(userId: string, again: boolean): Promise<Link | undefined> {
    const account = await readAccount(userId);
    if (!account) return undefined;
    const { email } = account;
    const viewer = { role: "person", userId, email, sessionId: "" } as const;
    const before = await storedState(userId);
    const isSame = before?.email === email;
    const store = async (state: PersonAtHostState, id?: HostId) => {
      const host_id = id === undefined ? null : idKey(id);
      if (isSame && before.state === state && before.host_id === host_id) return before;
      const row = { user_id: userId, host: host.url, email, state, host_id, is_merged: 0 };
      await db.transaction().execute(async (db) => {
        await db.deleteFrom("host_people").where("user_id", "=", userId).execute();
        await db.insertInto("host_people").values(row).execute();
      });
      return row;
    };
    if (!account.emailVerified) {
      await store("unverified");
      return undefined;
    }
    const known = isSame && before.state === "linked" && before.host_id !== null ? before : undefined;
    const isKnown = known !== undefined || (isSame && ["unknown", "several"].includes(before.state));
    if (isKnown && !again && (!known || known.is_merged))
      return known && { viewer, hostId: JSON.parse(known.host_id ?? "") };
    if (!isKnown) await store("unasked");
    const found = (await host.list("user", { "filter[email][_eq]": email })).filter(
      // Of a host that doesn't know filters, all people would come.
      (item) => String(item.email).toLowerCase() === email.toLowerCase() && readHostId(item.id) !== undefined,
    );
    const [item] = found;
    const hostId = readHostId(item?.id);
    if (!item || hostId === undefined || found.length > 1) {
      await store(item ? "several" : "unknown");
      return undefined;
    }
    const link = { viewer, hostId };
    const row = await store("linked", hostId);
    if (row.is_merged) {
      if (again) await copies.pullProfile(link, item);
      return link;
    }
    await copies.merge(link, item);
    await db.updateTable("host_people").set({ is_merged: 1 }).where("user_id", "=", userId).execute();
    const [merged] = await host.list("user", { "filter[email][_eq]": email });
    if (merged) await copies.pullProfile(link, merged);
    return link;
  }

  /** Copies what the host has; if it can't be read, the last copy is shown. */
  async function refresh(userId: string, collection: string): Promise<void> {
    if (Date.now() < quietUntil) return;
    try {
      const link = await findLink(userId, collection === "user");
      if (link && collection === "saved_templates")
        await copies.pullSaved(link, await copies.readSaved(link));
      if (link && collection === "history") await copies.pullHistory(link);
      if (lastProblem !== undefined) log.info({ host: host.url }, "the content host answers again");
      lastProblem = undefined;
    } catch (error) {
      const reason = messageOf(error);
      if (reason !== lastProblem)
        log.warn(
          { host: host.url, collection, error: reason },
          "a person's data was not read from the content host",
        );
      lastProblem = reason;
      if (error instanceof HostError && !error.refused) quietUntil = Date.now() + HOST_PEOPLE.quietMs;
    }
  }

  async function read<Result>(
    viewer: Viewer,
    collection: string,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (COLLECTIONS.includes(collection)) refuseKeysForPeople(viewer);
    const userId = ownerOf(viewer);
    if (userId && ["user", "saved_templates", "history"].includes(collection))
      await inTurn(userId, () => refresh(userId, collection));
    return work();
  }

  /** What a change leads to, without making it. Undefined: the same request was answered before. */
  async function rehearse<Result>(
    request: WriteRequest,
    look: (db: Db, ids: string[]) => Promise<Result>,
  ): Promise<Result | undefined> {
    class Rehearsed extends Error {}
    let result: Result | undefined;
    const written = async (db: Db, ids: string[]) => {
      result = await look(db, ids);
      throw new Rehearsed("nothing is to be stored yet");
    };
    try {
      await content.write({ ...request, written });
    } catch (error) {
      if (!(error instanceof Rehearsed)) throw error;
    }
    return result;
  }

  async function writeProfile(request: WriteRequest, link: Link): Promise<WrittenAnswer> {
    const { userId } = link.viewer;
    const before = await readProfile(db, userId);
    const after: Profile | undefined = await rehearse(request, (db) => readProfile(db, userId));
    if (after) await copies.pushProfile(link, before, after);
    return content.write(request);
  }

  async function writeSaved(request: WriteRequest, link: Link): Promise<WrittenAnswer> {
    const list = await copies.readSaved(link);
    await copies.pullSaved(link, list);
    const after = await rehearse(request, (db) => readSavedHere(db, link.viewer.userId));
    if (after) await copies.pushSaved(link, list, after.templates);
    return content.write(request);
  }

  async function writeHistory(request: WriteRequest, link: Link): Promise<WrittenAnswer> {
    if (request.action !== "create") return remove(request, "/items/history", historyHere, link);
    const records = await rehearse(request, (db, ids) => readHistory(db, ids));
    // The host's own date: sent again, the same request has to be the same there.
    const made = records?.map(({ templates, action, title }) => ({ templates, action, title })) ?? [];
    const once = request.once ? `${request.once.owner} ${request.once.key}` : undefined;
    const sent = await copies.pushHistory(link, made, once);
    return content.write({
      ...request,
      written: async (db, local) => {
        // The host made it before, without being heard, and it was copied since.
        const copied = await ids.toLocal(
          db,
          "history",
          sent.filter((id) => id !== undefined),
        );
        if (copied.size > 0)
          await db
            .deleteFrom("history")
            .where("id", "in", [...copied.values()])
            .execute();
        const pairs = local.flatMap((id, index) => {
          const atHost = sent[index];
          return atHost === undefined ? [] : [[id, atHost] as const];
        });
        await ids.store(db, "history", pairs);
      },
    });
  }

  async function remove(
    request: WriteRequest,
    path: string,
    listHere: (db: Db, userId: string) => Promise<string[]>,
    { viewer: { userId } }: Link,
  ): Promise<WrittenAnswer> {
    const before = await listHere(db, userId);
    const after = await rehearse(request, (db) => listHere(db, userId));
    const stays = new Set(after ?? before);
    const gone = before.filter((id) => !stays.has(id));
    for (const id of (await ids.toHost(db, request.collection, gone)).values())
      await copies.deleteAtHost(path, id);
    return content.write(request);
  }

  async function write(request: WriteRequest): Promise<WrittenAnswer> {
    const userId = ownerOf(request.viewer);
    if (!userId || !COLLECTIONS.includes(request.collection)) return content.write(request);
    refuseKeysForPeople(request.viewer);
    return inTurn(userId, async () => {
      try {
        const link = await findLink(userId, false);
        if (!link) return await content.write(request);
        switch (request.collection) {
          case "user":
            return await writeProfile(request, link);
          case "saved_templates":
            return await writeSaved(request, link);
          case "history":
            return await writeHistory(request, link);
          default:
            return request.action === "remove" || request.action === "remove-many"
              ? await remove(request, "/files", filesHere, link)
              : await content.write(request);
        }
      } catch (error) {
        throw asRefusal(error);
      }
    });
  }

  function asRefusal(error: unknown): unknown {
    if (!(error instanceof HostError)) return error;
    log.warn({ host: host.url, error: error.message }, "a person's data was not written to the content host");
    return error.refused ? hostRefused(error.said) : hostSilent();
  }

  return {
    content: {
      ...content,
      list: (viewer, collection, ...query) =>
        read(viewer, collection, () => content.list(viewer, collection, ...query)),
      find: (viewer, collection, ...query) =>
        read(viewer, collection, () => content.find(viewer, collection, ...query)),
      write,
    },
    files: {
      send: async (viewer, files) => {
        const userId = ownerOf(viewer);
        if (!userId) return undefined;
        refuseKeysForPeople(viewer);
        return inTurn(userId, async () => {
          const sent: HostId[] = [];
          const takeBack = async () => {
            for (const id of sent) await copies.deleteAtHost("/files", id).catch(() => undefined);
          };
          try {
            if (!(await findLink(userId, false))) return undefined;
            for (const file of files) sent.push(await copies.sendFile(file));
          } catch (error) {
            await takeBack();
            throw asRefusal(error);
          }
          return {
            store: (db, local) =>
              ids.store(
                db,
                "files",
                local.map((id, index) => [id, sent[index] as HostId]),
              ),
            takeBack,
          };
        });
      },
    },
    stateOf: async (viewer) => {
      const userId = ownerOf(viewer);
      if (!userId) return undefined;
      await inTurn(userId, () => refresh(userId, "user"));
      const { state = "unasked" } = (await storedState(userId)) ?? {};
      return { state, host: new URL(host.url).host, answers: Date.now() >= quietUntil };
    },
  };
}

async function filesHere(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom("files").select("id").where("uploaded_by", "=", userId).execute();
  return rows.map(({ id }) => id);
}
