import { ownerOf } from "../content/access.ts";
import type { Write } from "../content/collection.ts";
import { OWN_IMAGE } from "../database/tables.ts";
import { invalidForeignKey } from "../errors/errors.ts";

type Image = { template: string; before: string | null; wanted: string | null | undefined };

/**
 * Makes an upload the picture of a template: it becomes public, belongs to the template and is deleted with
 * it. The previous one is deleted unless it was drawn. Without one (`null`), the drawn page is used again.
 */
export async function changeImage(
  { db, viewer }: Pick<Write, "db" | "viewer">,
  { template, before, wanted }: Image,
): Promise<void> {
  if (wanted === undefined || wanted === before) return;
  if (wanted !== null) {
    // Only what the viewer uploaded, or a token: what other people uploaded is theirs, also for an operator.
    const owner = ownerOf(viewer);
    const { numUpdatedRows } = await db
      .updateTable("files")
      .set({ purpose: "template", uploaded_by: null, templates_id: template, variant: OWN_IMAGE })
      .where("id", "=", wanted)
      .where("purpose", "=", "upload")
      .where((eb) =>
        owner
          ? eb.or([eb("uploaded_by", "is", null), eb("uploaded_by", "=", owner)])
          : eb("uploaded_by", "is", null),
      )
      // A person's photo would vanish from their profile.
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom("user").select("user.id").where("photo", "=", wanted))),
      )
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw invalidForeignKey("templates", "image", wanted);
  }
  await db
    .deleteFrom("files")
    .where("templates_id", "=", template)
    .where("variant", "=", OWN_IMAGE)
    .where("id", "<>", wanted ?? "")
    .execute();
}
