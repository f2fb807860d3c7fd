import { useQuery } from "@tanstack/react-query";
import { queryClient } from "../../lib/content-client.ts";
import { drawPages, PageImages, type PagePicture } from "../editor/index.ts";
import { readDraft, renderDraft } from "./panes/drafts-client.ts";
import { filesOf, workOf } from "./panes/work.ts";
import "./draft-picture.css";

const A4_RATIO = 210 / 297;

/** The first page of a draft, small. Drafts have no stored picture: it is drawn when nobody waits for anything else. */
export function DraftPicture({ id, rev }: { id: string; rev: number }) {
  const { data, isError } = useQuery({ ...pictureOf(id, rev), retry: false }, queryClient);
  const size = { "--ar": data ? data.width / data.height : A4_RATIO };
  return (
    <span className="draft-picture" style={size} aria-hidden="true">
      {/* A source that is broken at the moment has no page: its sheet stays empty. */}
      <span className={data ? "sheet" : "sheet coming"} data-failed={isError || undefined}>
        {data && <PageImages images={data.images} />}
      </span>
    </span>
  );
}

const pictureOf = (id: string, rev: number) => ({
  queryKey: ["draft-picture", id, rev],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<PagePicture | null> => {
    const files = filesOf(workOf(await readDraft(id)));
    const { pages } = await renderDraft({ ...files, mode: "sample", pages: 1 }, { signal, isLater: true });
    const [first] = await drawPages(pages.slice(0, 1), [], { name: "", printed: 1 });
    for (const image of first?.images ?? []) image.alt = "";
    return first ?? null;
  },
});
