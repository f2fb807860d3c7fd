import { slug } from "../../contract/templates/template-file.ts";
import type { Content } from "../content/content.ts";
import type { Db } from "../database/connect.ts";
import { withDatabase } from "../database/database-errors.ts";
import { isId } from "../database/ids.ts";
import { forbiddenItem } from "../errors/errors.ts";
import { type Row, templateFiles } from "../library/export.ts";
import { owned, send } from "../rendering/requests/render-context.ts";
import { contentDisposition } from "../request/content-disposition.ts";
import type { Viewer } from "../request/viewer.ts";
import { zipStream } from "../request/zip-stream.ts";
import { filesOf, readDraft } from "./draft-files.ts";
import { DraftBroken } from "./draft-pages.ts";
import { type Drafter, maintainsTemplates } from "./drafter.ts";

/** A template's two files for download, in their library folder. */
type TemplateZip = { name: string; folder: string; files: { name: string; text: string }[] };

export async function templateAsFiles(db: Db, viewer: Viewer, id: string): Promise<TemplateZip> {
  if (!isId(id)) throw forbiddenItem();
  const found = await withDatabase(() =>
    db
      .selectFrom("templates")
      .selectAll()
      .where("id", "=", id)
      .$if(!maintainsTemplates(viewer), (query) => query.where("published", "=", 1))
      .executeTakeFirst(),
  );
  if (!found) throw forbiddenItem();
  return zipOf(found);
}

/** A draft whose fields or sample are invalid JSON can't be written; its faults are answered instead. */
export async function draftAsFiles(
  { find, database }: Content,
  viewer: Drafter,
  id: string,
): Promise<TemplateZip> {
  await find(viewer, "template_drafts", id, { fields: "id" }); // refuses who may not have it
  const draft = await withDatabase(() =>
    database.db.selectFrom("template_drafts").selectAll().where("id", "=", id).executeTakeFirst(),
  );
  if (!draft) throw forbiddenItem();
  const { files, diagnostics } = readDraft(filesOf(draft));
  if (!files) throw new DraftBroken(diagnostics, "The draft can't be written as files yet");
  return zipOf(draft);
}

function zipOf(row: Row): TemplateZip {
  const place = [row.type, row.category, row.slug].filter((name) => slug.safeParse(name).success);
  const name = place.at(-1) ?? "template";
  return { name, folder: place.length === 3 ? place.join("/") : name, files: templateFiles(row) };
}

export async function sendZip({ name, folder, files }: TemplateZip): Promise<Response> {
  async function* entries() {
    for (const file of files) yield { name: `${folder}/${file.name}`, content: piecesOf(file.text) };
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of zipStream(entries())) pieces.push(piece);
  return send({
    body: owned(Buffer.concat(pieces)),
    headers: {
      "content-type": "application/zip",
      "content-disposition": contentDisposition("attachment", name, "zip"),
    },
  });
}

async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
