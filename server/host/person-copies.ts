import { COLLECTIONS } from "../../contract/collections/collections.ts";
import { MAX_SAVED_TEMPLATES, MAX_UPLOAD_PIXELS } from "../../contract/limits.ts";
import { AVATAR_PLACEHOLDER } from "../../contract/people/avatar.ts";
import { hashOf } from "../cache/bounded-cache.ts";
import type { Content } from "../content/content.ts";
import type { Payload } from "../content/payload.ts";
import type { Database, Db } from "../database/connect.ts";
import { newId } from "../database/ids.ts";
import { messageOf } from "../errors/errors.ts";
import { storePictures } from "../files/uploads.ts";
import { HOST_PEOPLE, MAX_HISTORY_ENTRIES } from "../limits/limits.ts";
import type { Log } from "../log/logging.ts";
import type { Pictures } from "../pictures/pictures.ts";
import type { Person } from "../request/viewer.ts";
import { type HostClient, HostError } from "./host-client.ts";
import { type HostId, type HostIds, idKey, readHostId } from "./host-ids.ts";

/** A person here whom the host knows. */
export type Link = { viewer: Person; hostId: HostId };

type Item = Record<string, unknown>;
type SavedEntry = Item & { templates_id?: unknown };
export type HostList = {
  id: HostId | undefined;
  /** Of a Typecase, which merges a change with those made since. */
  rev?: number;
  entries: SavedEntry[];
};

const TEXTS = ["name", "profession", "phone_number", "bio"] as const;
const PROFILE = [...TEXTS, "avatar", "photo"] as const;
/** What a record of history has besides its person and templates, where the host has it. */
const MORE_OF_HISTORY = ["action", "title", "date_created"] as const;

type Parts = {
  host: HostClient;
  ids: HostIds;
  database: Database;
  /** Our own: what is written with it isn't sent to the host. */
  content: Content;
  pictures: Pictures;
  log: Log;
};

/** A person's items at the host and their copies here, in both directions, with the specification's calls. */
export type PersonCopies = ReturnType<typeof createPersonCopies>;

export function createPersonCopies({ host, ids, database, content, pictures, log }: Parts) {
  const { db } = database;
  const known = new Map<string, Promise<ReadonlySet<string>>>();

  /** Which of these fields the host has and shows. It refuses a request that names another one. */
  function knownFields(collection: string, fields: readonly string[]): Promise<ReadonlySet<string>> {
    const found = known.get(collection) ?? findFields(collection, fields);
    known.set(collection, found);
    found.catch(() => known.delete(collection));
    return found;
  }

  async function findFields(collection: string, fields: readonly string[]): Promise<ReadonlySet<string>> {
    const has = async (names: readonly string[]) => {
      try {
        await host.list(collection, { fields: names.join(","), limit: "1" });
        return true;
      } catch (error) {
        if (error instanceof HostError && error.refused) return false;
        throw error;
      }
    };
    if (await has(fields)) return new Set(fields);
    const found = new Set<string>();
    for (const field of fields) if (await has([field])) found.add(field);
    return found;
  }

  const change = (viewer: Person, collection: string, id: string, body: Payload) =>
    content.write({
      viewer,
      clientAddress: "",
      collection,
      query: {},
      once: null,
      action: "update",
      id,
      body,
    });

  // The profile

  async function pullProfile({ viewer }: Link, item: Item): Promise<void> {
    const { userId } = viewer;
    const stored = await readProfile(db, userId);
    const values: Payload = {};
    for (const name of TEXTS) {
      const text = readText(name, item[name]);
      if (text !== undefined && text !== stored[name]) values[name] = text;
    }
    if ("photo" in item) {
      const photo = await pullPhoto(viewer, readHostId(item.photo));
      if (photo !== undefined && photo !== stored.photo) values.photo = photo;
    }
    if (Object.keys(values).length > 0) await change(viewer, "user", userId, values);
  }

  /** Our copy of a photo; undefined if it can't be read, and the last one stays. */
  async function pullPhoto(viewer: Person, photo: HostId | undefined): Promise<string | null | undefined> {
    if (photo === undefined) return null;
    const local = (await ids.toLocal(db, "files", [photo])).get(idKey(photo));
    if (local !== undefined && (await isOwnFile(db, viewer.userId, local))) return local;
    try {
      const bytes = await host.readPicture(String(photo));
      const bounds = { maxPixels: MAX_UPLOAD_PIXELS, side: 1_600, quality: 82 };
      const job = { kind: "store", bytes, ...bounds } as const;
      const picture = await pictures.make(job, { client: "content host", inBackground: true });
      return await db.transaction().execute(async (db) => {
        const named = { ...picture, filename: "photo.webp", title: "Photo" };
        const [id = ""] = await storePictures(db, viewer, [named], new Date());
        await ids.store(db, "files", [[id, photo]]);
        return id;
      });
    } catch (error) {
      log.warn({ photo, error: messageOf(error) }, "photo of the content host not stored");
      return undefined;
    }
  }

  /** `before` is what was stored here when the change came, `after` what it becomes: the whole profile is sent. */
  async function pushProfile({ viewer, hostId }: Link, before: Profile, after: Profile): Promise<void> {
    const fields = await knownFields("user", PROFILE);
    const sent: Payload = {};
    for (const name of TEXTS) sent[name] = after[name];
    sent.photo = after.photo === null ? null : await hostFile(viewer, after.photo);
    // Each site has a placeholder of its own.
    if (after.avatar !== before.avatar) sent.avatar = await avatarAtHost(viewer, after.avatar);
    const values = Object.fromEntries(Object.entries(sent).filter(([name]) => fields.has(name)));
    await host.send("PATCH", `/items/user/${encodeURIComponent(hostId)}`, values);
  }

  async function avatarAtHost(viewer: Person, avatar: string): Promise<string | null> {
    if (avatar === AVATAR_PLACEHOLDER) return null;
    return `/assets/${await hostFile(viewer, avatar.slice("/assets/".length))}`;
  }

  /** One that was uploaded before its person was known at the host is sent now. */
  async function hostFile(viewer: Person, file: string): Promise<HostId> {
    const sent = (await ids.toHost(db, "files", [file])).get(file);
    if (sent !== undefined) return sent;
    const row = await db
      .selectFrom("files")
      .innerJoin("file_contents", "file_contents.file_id", "files.id")
      .select(["filename_download", "title", "bytes"])
      .where("files.id", "=", file)
      .where("uploaded_by", "=", viewer.userId)
      .executeTakeFirstOrThrow();
    const id = await sendFile({ ...row, filename: row.filename_download ?? "picture.webp" });
    await ids.store(db, "files", [[file, id]]);
    return id;
  }

  async function sendFile({ bytes, filename, title }: SentFile): Promise<HostId> {
    const form = new FormData();
    form.append("title", title ?? "Picture");
    const name = `${filename.replace(/\.[^.]*$/, "")}.webp`;
    form.append("file", new Blob([new Uint8Array(bytes)], { type: "image/webp" }), name);
    const id = readHostId(await host.send("POST", "/files", form));
    if (id === undefined) throw new HostError(`${host.url}/files answered without the id of the file`);
    return id;
  }

  // Saved templates

  async function readSaved({ hostId }: Link): Promise<HostList> {
    const more = await knownFields("saved_templates", ["rev"]);
    const [record] = await host.list("saved_templates", {
      "filter[user_id][_eq]": String(hostId),
      fields: ["template_id.*", "id", ...more].join(","),
    });
    const entries = Array.isArray(record?.template_id) ? record.template_id : [];
    return {
      id: readHostId(record?.id),
      ...(Number.isSafeInteger(record?.rev) ? { rev: record?.rev as number } : {}),
      entries: entries.filter((entry): entry is SavedEntry => typeof entry === "object" && entry !== null),
    };
  }

  /** Templates that the host doesn't have stay in the list here, and those that we don't have stay in the list there. */
  async function pullSaved({ viewer }: Link, list: HostList, isAddition = false): Promise<void> {
    const here = await readSavedHere(db, viewer.userId);
    const atHost = await ids.toHost(db, "templates", here.templates);
    const there = await templatesHere(list.entries.map(({ templates_id }) => templates_id));
    const own = here.templates.filter((id) => isAddition || !atHost.has(id));
    const wanted = [...new Set([...there, ...own])].slice(0, MAX_SAVED_TEMPLATES);
    if (
      new Set([...wanted, ...here.templates]).size === wanted.length &&
      wanted.length === here.templates.length
    )
      return;
    const template_id = wanted.map((templates_id) => ({ templates_id }));
    if (here.id !== undefined) await change(viewer, "saved_templates", here.id, { template_id });
    else
      await content.write({
        viewer,
        clientAddress: "",
        collection: "saved_templates",
        query: {},
        once: null,
        action: "create",
        body: { template_id },
      });
  }

  /** Those of the host's templates that are here. */
  async function templatesHere(values: readonly unknown[]): Promise<string[]> {
    const given = values.map(readHostId).filter((id) => id !== undefined);
    const local = await localTemplates(given);
    return given.map((id) => local.get(idKey(id))).filter((id) => id !== undefined);
  }

  async function localTemplates(given: readonly HostId[]): Promise<Map<string, string>> {
    // A relation may be text where the id is a number.
    const both = given.flatMap((id) => [
      id,
      ...(typeof id === "string" && /^\d{1,15}$/.test(id) ? [Number(id)] : []),
    ]);
    const local = await ids.toLocal(db, "templates", both);
    for (const id of given) {
      const other = local.get(idKey(Number(id)));
      if (other !== undefined && !local.has(idKey(id))) local.set(idKey(id), other);
    }
    return local;
  }

  async function pushSaved({ hostId }: Link, list: HostList, templates: readonly string[]): Promise<void> {
    const atHost = await ids.toHost(db, "templates", templates);
    const wanted = new Map(
      templates.flatMap((template) => {
        const id = atHost.get(template);
        return id === undefined ? [] : [[String(id), id] as const];
      }),
    );
    const local = await localTemplates(
      list.entries.map((entry) => readHostId(entry.templates_id)).filter((id) => id !== undefined),
    );
    const stays = ({ templates_id }: SavedEntry) => {
      const id = readHostId(templates_id);
      return id !== undefined && (wanted.has(String(id)) || !local.has(idKey(id)));
    };
    const retained = list.entries.filter(stays);
    const there = new Set(retained.map(({ templates_id }) => String(readHostId(templates_id))));
    const added = [...wanted.values()].filter((id) => !there.has(String(id)));
    if (added.length === 0 && retained.length === list.entries.length) return;
    const template_id = [...retained, ...added.map((templates_id) => ({ templates_id }))];
    if (list.id === undefined)
      await host.send("POST", "/items/saved_templates", { user_id: hostId, template_id });
    else {
      const rev = list.rev === undefined ? {} : { rev: list.rev };
      await host.send("PATCH", `/items/saved_templates/${encodeURIComponent(list.id)}`, {
        template_id,
        ...rev,
      });
    }
  }

  // History

  /** The specification's call names only the type of a template; a host that shows the id as well gives more. */
  let historyFields = [
    "*,template_id.templates_id.id,template_id.templates_id.type",
    "*,template_id.templates_id.type",
  ];

  async function listHistory({ hostId }: Link, page = 1): Promise<Item[]> {
    const [fields = "*", ...simpler] = historyFields;
    const more = await knownFields("history", MORE_OF_HISTORY);
    try {
      return await host.list("history", {
        "filter[user_id][_eq]": String(hostId),
        fields,
        sort: more.has("date_created") ? "-date_created" : "-id",
        limit: String(HOST_PEOPLE.historyRead),
        page: String(page),
      });
    } catch (error) {
      if (!(error instanceof HostError && error.refused) || simpler.length === 0) throw error;
      historyFields = simpler;
      return listHistory({ hostId } as Link, page);
    }
  }

  async function listAllHistory(link: Link): Promise<Item[]> {
    const found = new Map<string, Item>();
    for (let page = 1; found.size < MAX_HISTORY_ENTRIES; page++) {
      const before = found.size;
      for (const item of await listHistory(link, page)) found.set(idKey(readHostId(item.id) ?? ""), item);
      if (found.size === before) break;
    }
    return [...found.values()];
  }

  async function pullHistory(link: Link, isWhole = false): Promise<void> {
    const { userId } = link.viewer;
    const items = isWhole ? await listAllHistory(link) : await listHistory(link);
    const records = items.flatMap((item) => {
      const id = readHostId(item.id);
      return id === undefined ? [] : [{ id, item }];
    });
    const copied = await ids.toLocal(
      db,
      "history",
      records.map(({ id }) => id),
    );
    const fresh = records.filter(({ id }) => !copied.has(idKey(id)));
    const gone = await findGone(
      link,
      records.map(({ id }) => id),
    );
    if (fresh.length === 0 && gone.length === 0) return;
    const entries = fresh.map(({ item }) => (Array.isArray(item.template_id) ? item.template_id : []));
    const named = entries
      .flat()
      .map((entry) => readHostId(entry?.templates_id))
      .filter((id) => id !== undefined);
    const local = await localTemplates(named);
    await db.transaction().execute(async (db) => {
      // The oldest first, so that ids sort as the records do.
      for (const [index, { id: hostId, item }] of [...fresh.entries()].reverse()) {
        const date = dateOf(item.date_created);
        const id = newId(date.getTime());
        await db
          .insertInto("history")
          .values({
            id,
            user_id: userId,
            date_created: date.toISOString(),
            action: item.action === "exported" ? "exported" : "created",
            title: typeof item.title === "string" ? plain(item.title).slice(0, 200) : null,
            documents_id: null,
          })
          .execute();
        const templates = new Set(
          (entries[index] ?? []).map(
            (entry) => local.get(idKey(readHostId(entry?.templates_id) ?? "")) ?? null,
          ),
        );
        for (const templates_id of templates)
          await db
            .insertInto("history_templates")
            .values({ id: newId(), history_id: id, templates_id })
            .execute();
        // Another node that copies it, too, fails on this and copies nothing.
        await db
          .insertInto("host_ids")
          .values({ host: host.url, collection: "history", local_id: id, host_id: idKey(hostId) })
          .execute();
      }
      if (gone.length > 0) await db.deleteFrom("history").where("id", "in", gone).execute();
      await ids.forget(db, "history", gone);
    });
  }

  /** Copies of records that the host no longer has; none unless all its records were read. */
  async function findGone(link: Link, listed: readonly HostId[]): Promise<string[]> {
    const here = await historyHere(db, link.viewer.userId);
    const copies = await ids.toHost(db, "history", here);
    const there = new Set(listed.map(idKey));
    const gone = [...copies].filter(([, id]) => !there.has(idKey(id))).map(([local]) => local);
    if (gone.length === 0) return [];
    const next = await listHistory(link, 2);
    return next.every(({ id }) => there.has(idKey(readHostId(id) ?? ""))) ? gone : [];
  }

  /**
   * Sends records; those of templates that the host doesn't have stay here. With `once`, a Typecase makes what is sent again once.
   */
  async function pushHistory(
    { hostId }: Link,
    records: readonly HistoryRecord[],
    once?: string,
  ): Promise<(HostId | undefined)[]> {
    const templates = records.flatMap((record) => record.templates);
    const atHost = await ids.toHost(db, "templates", templates);
    const fields = await knownFields("history", MORE_OF_HISTORY);
    const sent: (HostId | undefined)[] = [];
    for (const [index, { templates, ...more }] of records.entries()) {
      const template_id = templates.flatMap((id) => {
        const templates_id = atHost.get(id);
        return templates_id === undefined ? [] : [{ templates_id }];
      });
      if (template_id.length === 0) {
        sent.push(undefined);
        continue;
      }
      const values = Object.fromEntries(Object.entries(more).filter(([name]) => fields.has(name)));
      const body = { user_id: hostId, template_id, ...values };
      sent.push(readHostId(await host.send("POST", "/items/history", body, once && hashOf(once, index))));
    }
    return sent;
  }

  /** A host that doesn't allow this keeps its item; the copy here is deleted all the same, and isn't made again. */
  async function deleteAtHost(path: string, id: HostId): Promise<void> {
    try {
      await host.send("DELETE", `${path}/${encodeURIComponent(id)}`);
    } catch (error) {
      if (!(error instanceof HostError && error.refused)) throw error;
    }
  }

  /** Brings there what a person had here before the host knew them: nothing is lost, and nothing there is replaced. */
  async function merge(link: Link, item: Item): Promise<void> {
    const { userId } = link.viewer;
    const here = await readProfile(db, userId);
    const there = { ...here };
    for (const name of TEXTS)
      if (readText(name, item[name])) there[name] = readText(name, item[name]) as string;
    if (readHostId(item.photo) !== undefined) {
      const photo = await pullPhoto(link.viewer, readHostId(item.photo));
      if (photo !== undefined) there.photo = photo;
    }
    const isMissing = (name: "photo" | (typeof TEXTS)[number]) => here[name] && !item[name] && name in item;
    if ([...TEXTS, "photo" as const].some(isMissing)) await pushProfile(link, there, there);
    const list = await readSaved(link);
    const saved = await templatesHere(list.entries.map(({ templates_id }) => templates_id));
    await pushSaved(link, list, [...saved, ...(await readSavedHere(db, userId)).templates]);
    const history = await historyHere(db, userId);
    const copies = await ids.toHost(db, "history", history);
    const own = history.filter((id) => !copies.has(id));
    for (let at = 0; at < own.length; at += HOST_PEOPLE.historyBatch) {
      const part = own.slice(at, at + HOST_PEOPLE.historyBatch);
      const records = await readHistory(db, part);
      for (const { id, ...record } of records) {
        const [sent] = await pushHistory(link, [record], id);
        if (sent !== undefined) await ids.store(db, "history", [[id, sent]]);
      }
    }
  }

  return {
    pullProfile,
    pushProfile,
    readSaved,
    pullSaved,
    pushSaved,
    pullHistory,
    pushHistory,
    sendFile,
    deleteAtHost,
    merge,
  };
}

export type SentFile = { bytes: Uint8Array; filename: string; title: string | null };

export type Profile = Awaited<ReturnType<typeof readProfile>>;
export function readProfile(db: Db, userId: string) {
  return db
    .selectFrom("user")
    .select(["name", "profession", "phone_number", "bio", "avatar", "photo"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
}

export async function readSavedHere(
  db: Db,
  userId: string,
): Promise<{ id: string | undefined; templates: string[] }> {
  const record = await db
    .selectFrom("saved_templates")
    .select("id")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (!record) return { id: undefined, templates: [] };
  const entries = await db
    .selectFrom("saved_templates_templates")
    .select("templates_id")
    .where("saved_templates_id", "=", record.id)
    .orderBy("position")
    .execute();
  return { id: record.id, templates: entries.map(({ templates_id }) => templates_id) };
}

export async function historyHere(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("history")
    .select("id")
    .where("user_id", "=", userId)
    .orderBy("date_created")
    .limit(MAX_HISTORY_ENTRIES)
    .execute();
  return rows.map(({ id }) => id);
}

export type HistoryRecord = {
  templates: string[];
  action: string;
  title: string | null;
  /** Undefined: now, by the host's clock. */
  date_created?: string;
};
export async function readHistory(
  db: Db,
  ids: readonly string[],
): Promise<(HistoryRecord & { id: string })[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("history")
    .select(["id", "action", "title", "date_created"])
    .where("id", "in", ids)
    .execute();
  const entries = await db
    .selectFrom("history_templates")
    .select(["history_id", "templates_id"])
    .where("history_id", "in", ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    const own = entries.filter(({ history_id }) => history_id === id);
    return row ? [{ ...row, templates: own.flatMap(({ templates_id }) => templates_id ?? []) }] : [];
  });
}

async function isOwnFile(db: Db, userId: string, file: string): Promise<boolean> {
  const query = db.selectFrom("files").select("id").where("id", "=", file).where("uploaded_by", "=", userId);
  return (await query.executeTakeFirst()) !== undefined;
}

/** As our own field takes it; undefined: the host has no such field, or a name that is empty. */
function readText(name: (typeof TEXTS)[number], value: unknown): string | null | undefined {
  if (value === null || value === "") return name === "name" ? undefined : null;
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = name === "bio" ? multiline(String(value)) : plain(String(value));
  return text.trim() === "" ? undefined : text.slice(0, COLLECTIONS.user?.[name]?.maxLength);
}

const plain = (text: string) => text.toWellFormed().replace(/\p{Cc}+/gu, " ");
const multiline = (text: string) => text.toWellFormed().replace(/[^\P{Cc}\t\n\r]+/gu, " ");

function dateOf(value: unknown): Date {
  const date = new Date(typeof value === "string" ? value : Number.NaN);
  return Number.isNaN(date.getTime()) ? new Date() : date;
}
