import { RenderError } from "../../engine/errors.ts";
import type { Content } from "../content/content.ts";
import type { Db } from "../database/connect.ts";
import { withDatabase } from "../database/database-errors.ts";
import type { Tables } from "../database/tables.ts";
import { forbiddenItem } from "../errors/errors.ts";
import type { Pictures } from "../pictures/pictures.ts";
import { drawWebp } from "../rendering/raster.ts";
import type { Rendering } from "../rendering/rendering.ts";
import type { Viewer } from "../request/viewer.ts";
import { filesOf, readDraft } from "./draft-files.ts";
import { DraftBroken, draftInput } from "./draft-pages.ts";

/**
 * The first pages of drafts for lists. Each is rendered once per revision and stored, also that it can't be
 * rendered; otherwise a looping draft would be rendered each time a list is opened.
 */
type DraftPictures = {
  /** For a viewer who may read the draft. Fails with 422 when its page can't be made. */
  read(viewer: Viewer, id: string, client: string): Promise<DraftPicture>;
};
type DraftPicture = { rev: number; bytes: Uint8Array };

type Parts = { content: Content; rendering: Rendering; pictures: Pictures };
type Row = Tables["template_drafts"];
type Made = { bytes: Uint8Array } | { problem: string };

const WIDTH = 224; // four times as wide as it is shown in a list

export function createDraftPictures({ content, rendering, pictures }: Parts): DraftPictures {
  const underWay = new Map<string, Promise<Made>>();
  /** One at a time, whosever they are: drafts of several people that loop would take all processes. */
  let line: Promise<unknown> = Promise.resolve();
  const { db } = content.database;

  /** Renders count for whose draft it is: their author waits for what takes long, and not the operator who opens a list. */
  async function make(draft: Row, client: string): Promise<Made> {
    const options = { client: draft.owner_id ?? client };
    try {
      const { files, diagnostics } = readDraft(filesOf(draft));
      if (!files) throw new DraftBroken(diagnostics);
      const input = draftInput(files, "sample", {}, "svg");
      const page = await rendering.renderSheet(input, { ...options, priority: "background", isDraft: true });
      const { bytes } = await drawWebp(pictures, page, { width: WIDTH }, { ...options, inBackground: true });
      return { bytes };
    } catch (error) {
      if (!(error instanceof RenderError) || !isTheDrafts(error)) throw error;
      return { problem: error.message };
    }
  }

  async function makeAndStore(draft: Row, client: string): Promise<Made> {
    const made = await make(draft, client);
    await withDatabase(() => store(db, draft, made, new Date()));
    return made;
  }

  /** Everyone who asks in the meantime gets the same render; a client that leaves doesn't cancel it. */
  function makeOnce(draft: Row, client: string): Promise<Made> {
    const key = `${draft.id} ${draft.rev}`;
    const known = underWay.get(key);
    if (known) return known;
    const making = line.then(() => makeAndStore(draft, client)).finally(() => underWay.delete(key));
    line = making.catch(() => {});
    underWay.set(key, making);
    return making;
  }

  return {
    read: async (viewer, id, client) => {
      await content.find(viewer, "template_drafts", id, { fields: "id" }); // refuses who may not have it
      const draft = await withDatabase(() =>
        db.selectFrom("template_drafts").selectAll().where("id", "=", id).executeTakeFirst(),
      );
      if (!draft) throw forbiddenItem();
      const made = (await withDatabase(() => findStored(db, draft))) ?? (await makeOnce(draft, client));
      if ("problem" in made) throw new RenderError("TEMPLATE_BROKEN", made.problem);
      return { rev: draft.rev, bytes: made.bytes };
    },
  };
}

/** A full queue or a server that is stopping is no property of the draft. */
function isTheDrafts({ status }: RenderError): boolean {
  return status >= 400 && status < 499;
}

async function findStored(db: Db, { id, rev }: Row): Promise<Made | undefined> {
  const stored = await db
    .selectFrom("draft_pictures")
    .select(["bytes", "problem"])
    .where("template_drafts_id", "=", id)
    .where("rev", "=", rev)
    .executeTakeFirst();
  if (!stored) return undefined;
  return stored.bytes ? { bytes: stored.bytes } : { problem: stored.problem ?? "" };
}

/** Undefined if the draft was deleted or changed in the meantime. */
async function store(db: Db, { id, rev }: Row, made: Made, now: Date): Promise<void> {
  const values = { bytes: null, problem: null, ...made, rev, date_created: now.toISOString() };
  await db.transaction().execute(async (db) => {
    const current = await db
      .selectFrom("template_drafts")
      .select("id")
      .where("id", "=", id)
      .where("rev", "=", rev)
      .executeTakeFirst();
    if (!current) return;
    await db
      .insertInto("draft_pictures")
      .values({ template_drafts_id: id, ...values })
      .onConflict((conflict) => conflict.column("template_drafts_id").doUpdateSet(values))
      .execute();
  });
}
