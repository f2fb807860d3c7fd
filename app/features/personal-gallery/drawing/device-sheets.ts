// Loaded on a private page.
import type { SheetWidth } from "../../../../contract/limits.ts";
import type { MeaningValues } from "../../../../contract/people/details.ts";
import { fillIn } from "../../../../shared/filling/filling.ts";
import { openEngine } from "../../../lib/device/engine-state.ts";
import { renderWithoutServer } from "../../../lib/device/standby.ts";
import { RefusedCall } from "../../../lib/http/http-client.ts";
import { requestSheet } from "../../../lib/http/render-client.ts";

renderWithoutServer();

/** A template's first page with these values. Refused if the template has no field for any of them. */
export async function drawSheet(
  template: string,
  width: SheetWidth,
  values: MeaningValues,
  signal: AbortSignal,
): Promise<Blob> {
  const { fields } = await openEngine().describe({ id: template });
  const data = fillIn(fields, values);
  if (Object.keys(data).length === 0) throw new RefusedCall(422);
  return requestSheet(template, { data, width }, signal);
}
