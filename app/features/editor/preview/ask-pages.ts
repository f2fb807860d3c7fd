import type { RenderedPages } from "../../../../contract/render.ts";
import { requestRender } from "../../../lib/render-client.ts";
import type { Draft } from "../../documents/draft.ts";

export async function askPages(
  template: string,
  { data, theme }: Draft,
  signal: AbortSignal,
): Promise<RenderedPages> {
  const answer = await requestRender(template, "svg", { data, theme, mode: "preview" }, signal);
  return (await answer.json()) as RenderedPages;
}
