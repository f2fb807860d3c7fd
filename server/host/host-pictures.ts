import { MAX_UPLOAD_PIXELS } from "../../contract/limits.ts";
import type { CatalogueVersion } from "../catalogue/catalogue-version.ts";
import { HOST } from "../catalogue/library-origin.ts";
import type { Database, Db } from "../database/connect.ts";
import { newId } from "../database/ids.ts";
import { createDrawingClaims } from "../database/node-turns.ts";
import { OWN_IMAGE } from "../database/tables.ts";
import { messageOf } from "../errors/errors.ts";
import { HOST_MIRROR } from "../limits/limits.ts";
import type { Log } from "../log/logging.ts";
import type { Pictures } from "../pictures/pictures.ts";
import { nextTurn } from "../process/loop-turns.ts";
import { type HostClient, HostError } from "./host-client.ts";
import { createHostIds } from "./host-ids.ts";

/**
 * Pictures of the host's templates. Which ones are still to be copied is stored with the templates, so that copying goes on after an
 * interruption.
 */
export type HostPictures = {
  /** Call in the transaction that stores these templates. Without a picture, none is to be copied any more. */
  expect(db: Db, templates: readonly { id: string; picture: string | null }[]): Promise<void>;
  /** Copies what is still to be copied, one picture after the other. Never rejects. */
  copy(): Promise<void>;
  close(): Promise<void>;
};

type Parts = {
  host: HostClient;
  database: Database;
  catalogue: Pick<CatalogueVersion, "bumpPictures">;
  pictures: Pictures;
  log: Log;
};

/** Rows of `host_ids`: the template, and the picture at the host that is to be copied. */
const TO_COPY = "pictures to copy";
const READ_AT_ONCE = 100;

export function createHostPictures({ host, database, catalogue, pictures, log }: Parts): HostPictures {
  const { db } = database;
  const ids = createHostIds(host.url);
  /** Pictures that couldn't be copied, and when they may be tried again. */
  const failed = new Map<string, number>();
  let running: Promise<void> | undefined;
  let isClosed = false;

  const rowsOf = () =>
    db
      .selectFrom("host_ids")
      .select(["local_id", "host_id"])
      .where("host", "=", host.url)
      .where("collection", "=", TO_COPY);

  async function copyAll(): Promise<void> {
    const claims = createDrawingClaims(database);
    try {
      for (let last = ""; !isClosed; ) {
        const rows = await rowsOf()
          .where("local_id", ">", last)
          .orderBy("local_id")
          .limit(READ_AT_ONCE)
          .execute();
        for (const { local_id: template } of rows) {
          if (isClosed) return;
          await nextTurn();
          if (!(await claims.take(template))) continue; // another node copies it
          await copyOne(template).finally(() => claims.giveBack([template]));
        }
        last = rows.at(-1)?.local_id ?? "";
        if (rows.length < READ_AT_ONCE) return;
      }
    } finally {
      await claims.end();
    }
  }

  async function copyOne(template: string): Promise<void> {
    const row = await rowsOf().where("local_id", "=", template).executeTakeFirst();
    if (!row || (failed.get(row.host_id) ?? 0) > Date.now()) return;
    const picture = String(JSON.parse(row.host_id)).slice(template.length + 1);
    try {
      const bytes = await host.readPicture(picture);
      const bounds = { maxPixels: MAX_UPLOAD_PIXELS, side: 1_600, quality: 82 };
      const job = { kind: "store", bytes, ...bounds } as const;
      const made = await pictures.make(job, { client: "content host", inBackground: true });
      await db.transaction().execute((db) => storePicture(db, template, row.host_id, made));
    } catch (error) {
      if (isClosed) return;
      // Without an answer for one picture there is none for the next either.
      if (error instanceof HostError && !error.refused) throw error;
      if (failed.size >= HOST_MIRROR.maxBroken) failed.clear();
      failed.set(row.host_id, Date.now() + HOST_MIRROR.pictureAgainMs);
      log.warn({ template, error: messageOf(error) }, "picture of the content host not stored");
    }
  }

  async function storePicture(
    db: Db,
    template: string,
    hostId: string,
    { bytes, width, height }: { bytes: Uint8Array; width: number; height: number },
  ): Promise<void> {
    // A picture that is named meanwhile is still to be copied.
    await db
      .deleteFrom("host_ids")
      .where("host", "=", host.url)
      .where("collection", "=", TO_COPY)
      .where("local_id", "=", template)
      .where("host_id", "=", hostId)
      .execute();
    const own = await db
      .selectFrom("templates")
      .select("id")
      .where("id", "=", template)
      .where("origin", "=", HOST)
      .executeTakeFirst();
    if (!own) return;
    await db
      .deleteFrom("files")
      .where("templates_id", "=", template)
      .where("variant", "=", OWN_IMAGE)
      .execute();
    const id = newId();
    await db
      .insertInto("files")
      .values({
        id,
        uploaded_by: null,
        purpose: "template",
        templates_id: template,
        variant: OWN_IMAGE,
        filename_download: "template.webp",
        title: "Template",
        type: "image/webp",
        filesize: bytes.length,
        width,
        height,
        uploaded_on: new Date().toISOString(),
      })
      .execute();
    await db.insertInto("file_contents").values({ file_id: id, bytes }).execute();
    await db.updateTable("templates").set({ image: id }).where("id", "=", template).execute();
    await catalogue.bumpPictures(db, [template]);
  }

  return {
    expect: async (db, templates) => {
      const wanted = templates.flatMap(({ id, picture }) =>
        picture === null ? [] : [[id, `${id}/${picture}`] as const],
      );
      await ids.forget(
        db,
        TO_COPY,
        templates.map(({ id }) => id),
      );
      if (wanted.length > 0) await ids.store(db, TO_COPY, wanted);
    },
    copy: () => {
      running ??= copyAll()
        .catch((error) => {
          if (!isClosed) log.warn({ error: messageOf(error) }, "pictures of the content host not copied");
        })
        .finally(() => {
          running = undefined;
        });
      return running;
    },
    close: async () => {
      isClosed = true;
      await running;
    },
  };
}
