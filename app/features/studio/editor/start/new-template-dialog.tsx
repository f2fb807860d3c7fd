import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { type DragEvent, useId, useState } from "react";
import { useNavigate } from "react-router";
import type { NewTemplateDraft } from "../../../../../contract/templates/drafts.ts";
import { notify } from "../../../../lib/browser/toasts.ts";
import { listItems, removeItem } from "../../../../lib/http/content-client.ts";
import { errorMessage } from "../../../../lib/http/http-client.ts";
import { pageRatio } from "../../../../lib/pictures/page-format.ts";
import { Button } from "../../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../../ui/dialog.tsx";
import { FormProblem } from "../../../../ui/form-parts.tsx";
import { Sheet } from "../../../../ui/sheet.tsx";
import { createDraft, saveDraft } from "../drafts-client.ts";
import { droppedFiles, givenFiles } from "./dropped-files.ts";
import styles from "./start.module.css";
import { type GivenFile, readTemplateFiles } from "./template-files.ts";

type Props = {
  isOpen: boolean;
  onClose(): void;
  /** Its place in the catalogue, which can be changed when it is published. */
  type?: string;
  category?: string;
};

/** Starts a template: blank, as a copy, or from files. */
export function NewTemplateDialog({ isOpen, onClose, ...place }: Props) {
  return (
    <Dialog isOpen={isOpen} className="start" title={t`New template`} onClose={onClose}>
      <Start place={place} />
      <DialogActions close={t`Cancel`} />
    </Dialog>
  );
}

function Start({ place }: { place: Pick<NewTemplateDraft, "type" | "category"> }) {
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const navigate = useNavigate();
  const files = useId();
  const folder = useId();

  const start = async (create: () => Promise<string | undefined>) => {
    if (isBusy) return;
    setBusy(true);
    setProblem("");
    try {
      const id = await create();
      if (id) return navigate(`/studio/drafts/${id}`);
    } catch (error) {
      setProblem(errorMessage(error));
    }
    setBusy(false);
  };
  const beginFrom = (from: NewTemplateDraft["from"]) =>
    start(async () => (await createDraft({ from, ...place })).id);
  const beginWith = (given: readonly GivenFile[] | Promise<readonly GivenFile[]>) =>
    start(async () => {
      const read = await readTemplateFiles(await given);
      if ("problem" in read) {
        setProblem(t`${{ problem: read.problem }} Nothing was imported.`);
        return undefined;
      }
      const id = await draftOf(read.draft, place);
      for (const message of read.notes) notify({ kind: "fact", message });
      return id;
    });
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    void beginWith(droppedFiles(event.dataTransfer));
  };
  return (
    <div className={styles.startWays} aria-busy={isBusy}>
      <FormProblem>{problem}</FormProblem>
      <section>
        <h3>{t`Blank template`}</h3>
        <p>{t`A simple page with a heading, some text and a list.`}</p>
        <Button
          variant="primary"
          disabled={isBusy}
          onClick={() => beginFrom("scaffold")}
        >{t`Start blank`}</Button>
      </section>
      <section>
        <h3>{t`Copy a template`}</h3>
        <CopyOf isBusy={isBusy} onChoose={(id) => beginFrom({ copy: id })} />
      </section>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way; the buttons inside do the same */}
      <section className={styles.startDrop} onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
        <h3>{t`Import files`}</h3>
        <p>{t`Drop template.typ and template.json here, or a folder or ZIP that contains them.`}</p>
        <div className={styles.startFiles}>
          <label className="button" htmlFor={files}>{t`Choose files`}</label>
          <input
            id={files}
            className="sr-only"
            type="file"
            multiple
            accept=".zip,.typ,.json"
            disabled={isBusy}
            onChange={({ target }) => target.files && void beginWith(givenFiles([...target.files]))}
          />
          <label className="button" htmlFor={folder}>{t`Choose folder`}</label>
          <input
            id={folder}
            className="sr-only"
            type="file"
            multiple
            disabled={isBusy}
            // React has no property for it.
            ref={(input) => input?.setAttribute("webkitdirectory", "")}
            onChange={({ target }) => target.files && void beginWith(givenFiles([...target.files]))}
          />
        </div>
      </section>
    </div>
  );
}

/** Deletes the draft again if its files can't be stored. */
async function draftOf(
  content: Parameters<typeof saveDraft>[2],
  place: Pick<NewTemplateDraft, "type" | "category">,
): Promise<string> {
  const draft = await createDraft({ from: "scaffold", ...place });
  try {
    await saveDraft(draft.id, draft.rev, content);
  } catch (error) {
    await removeItem("template_drafts", draft.id).catch(() => {});
    throw error;
  }
  return draft.id;
}

function CopyOf({ isBusy, onChoose }: { isBusy: boolean; onChoose(id: string): void }) {
  const [query, setQuery] = useState("");
  const { data = [] } = useQuery({
    queryKey: ["studio-copy-of", query],
    queryFn: async () =>
      (
        await listItems("templates", {
          ...(query.trim() ? { search: query.trim() } : {}),
          fields: ["id", "template_name", "type", "image", "page"],
          sort: ["template_name"],
          limit: 8,
        })
      ).data,
  });
  return (
    <>
      <input
        className="input"
        type="search"
        aria-label={t`Template to copy`}
        placeholder={t`Search templates`}
        value={query}
        maxLength={100}
        onChange={({ target }) => setQuery(target.value)}
      />
      <ul className={styles.startCopies}>
        {data.map(({ id, template_name, type, image, page }) => (
          <li key={id}>
            <button type="button" className="choice" disabled={isBusy} onClick={() => onChoose(id)}>
              <span className="thumb" aria-hidden="true">
                <Sheet template={id} image={image} ratio={pageRatio(page)} sizes="40px" />
              </span>
              <span>
                {template_name} <span className="muted">{type}</span>
              </span>
            </button>
          </li>
        ))}
        {data.length === 0 && <li className="muted">{t`No templates match “${query}”.`}</li>}
      </ul>
    </>
  );
}
