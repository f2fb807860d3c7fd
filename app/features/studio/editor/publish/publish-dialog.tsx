import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { TemplateDraft } from "../../../../../contract/templates/drafts.ts";
import { slug as slugRule } from "../../../../../contract/templates/template-file.ts";
import { slugify } from "../../../../../shared/text/slugify.ts";
import { useStore } from "../../../../lib/browser/store.ts";
import { notify } from "../../../../lib/browser/toasts.ts";
import { listItems } from "../../../../lib/http/content-client.ts";
import { errorMessage, RefusedCall } from "../../../../lib/http/http-client.ts";
import { usePerson } from "../../../../shell/personal-pages.tsx";
import { Button } from "../../../../ui/button.tsx";
import { Dialog, DialogActions, DialogTitle } from "../../../../ui/dialog.tsx";
import { FormProblem } from "../../../../ui/form-parts.tsx";
import { TextArea, TextField } from "../../../../ui/text-field.tsx";
import { submitDraft } from "../../../submissions/index.ts";
import { useAllTypes } from "../../studio-types.ts";
import { formatPublishError } from "../checks/plain-fault.ts";
import type { Checks } from "../checks/use-checks.ts";
import type { DraftContent } from "../draft-content.ts";
import { faultsOf, publishDraft } from "../drafts-client.ts";
import { useTemplateEditor } from "../editor-context.ts";
import { SelectBox } from "../fields/form-controls.tsx";
import type { StudioAutosave } from "../saving/autosave.ts";
import styles from "./publish.module.css";
import { Consent, SubmittedNote } from "./submission.tsx";

type Props = {
  draft: TemplateDraft;
  autosave: StudioAutosave;
  checks: Checks;
  isOpen: boolean;
  onClose(): void;
};

/** Publishes a template, or submits it for review: name, place, description and a note on what changed. */
export function PublishDialog(props: Props) {
  const { draft, isOpen, onClose } = props;
  const isAuthor = usePerson().role === "person";
  return (
    <Dialog isOpen={isOpen} className={styles.publish} onClose={onClose}>
      {draft.state === "handed_in" && isAuthor ? (
        <SubmittedNote draft={draft} onClose={onClose} />
      ) : (
        <PublishForm {...props} isAuthor={isAuthor} />
      )}
    </Dialog>
  );
}

function PublishForm({ draft, autosave, checks, isAuthor }: Props & { isAuthor: boolean }) {
  const { store } = useTemplateEditor();
  const now = useStore(store);
  const types = useAllTypes();
  const [note, setNote] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [wasTried, setTried] = useState(false);
  const [problem, setProblem] = useState("");
  const [hasAgreed, setAgreed] = useState(false);
  const consent = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const isNew = draft.templates_id === null;
  const change = (part: Partial<DraftContent>) => store.change(part);
  const categories = types.find(({ id }) => id === now.type)?.categories ?? [];
  const addressProblem = useAddressProblem(now, draft.templates_id);
  const example = "Invoice {number}";
  const found = (name: string) => findingAbout(checks, name);

  const publish = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const missing = missingIn(now);
    setTried(true);
    setProblem(missing ?? "");
    if (missing) return;
    if (isAuthor && !hasAgreed) return consent.current?.focus();
    setBusy(true);
    const name = now.template_name;
    try {
      const rev = await autosave.flush();
      if (rev === undefined)
        throw new Error(t`We couldn’t save the draft, so it hasn’t been submitted. Try again in a moment.`);
      if (isAuthor) {
        await submitDraft(draft.id);
        notify({
          kind: "fact",
          message: t`${name} has been submitted. We’ll notify you here when it has been reviewed.`,
        });
        return navigate("/dashboard/templates");
      }
      const published = await publishDraft(draft.id, { rev, note: note.trim() || null });
      const message = t`${name} has been published as version ${{ version: published.number }}.`;
      notify({
        kind: "fact",
        message,
        action: { label: t`View on site`, run: () => void navigate(published.url) },
      });
      navigate(`/studio/templates/${published.templates_id}`, { state: { isJustPublished: true } });
    } catch (error) {
      setBusy(false);
      setProblem(formatRefusal(error));
    }
  };

  return (
    <form onSubmit={publish} noValidate>
      <DialogTitle>{formatTitle(isAuthor, isNew ? undefined : (draft.base_number ?? 0) + 1)}</DialogTitle>
      <FormProblem>{problem}</FormProblem>
      <TextField
        label={t({ message: "Name", context: "of a thing" })}
        value={now.template_name}
        maxLength={60}
        error={found("name")}
        onChange={({ target }) => {
          const follows = isNew && (now.slug === "" || now.slug === slugify(now.template_name));
          change({ template_name: target.value, ...(follows ? { slug: slugify(target.value) } : {}) });
        }}
      />
      <div className="publish-place">
        <SelectBox
          label={t`Type`}
          value={now.type}
          options={withEmpty(
            types.map(({ id, plural }) => [id, plural]),
            now.type,
          )}
          onChange={(type) => {
            const first = types.find(({ id }) => id === type)?.categories[0]?.slug ?? "";
            change({ type, category: first });
          }}
        />
        <SelectBox
          label={t`Category`}
          value={now.category}
          options={withEmpty(
            categories.map(({ slug, label }) => [slug, label]),
            now.category,
          )}
          onChange={(category) => change({ category })}
        />
      </div>
      <TextField
        label={t({ message: "Address", context: "of a web page" })}
        value={now.slug}
        maxLength={60}
        spellCheck={false}
        error={now.slug === "" && !wasTried ? undefined : (addressProblem ?? found("slug"))}
        hint={`/${now.type || "…"}/${now.slug || "…"}`}
        onChange={({ target }) => change({ slug: target.value.toLowerCase().replace(/\s+/g, "-") })}
      />
      <TextArea
        label={t`Description`}
        rows={2}
        maxLength={300}
        value={now.description ?? ""}
        error={found("description")}
        hint={t`One sentence: what it looks like and who it’s for.`}
        onChange={({ target }) => change({ description: target.value || null })}
      />
      <TextField
        label={t`Keywords`}
        maxLength={500}
        value={now.words ?? ""}
        error={found("words")}
        hint={t`Search terms, separated by commas.`}
        onChange={({ target }) => change({ words: target.value || null })}
      />
      <TextField
        label={t`Document title`}
        maxLength={120}
        value={now.title ?? ""}
        error={found("title")}
        hint={t`Also used as the file name. To include a value, put the field’s name in braces, for example: ${example}.`}
        onChange={({ target }) => change({ title: target.value || null })}
      />
      {isAuthor ? (
        <Consent
          hasAgreed={hasAgreed}
          onAgree={setAgreed}
          error={wasTried && !hasAgreed ? t`To submit the template, agree to the licence.` : undefined}
          box={consent}
        />
      ) : (
        <TextField
          label={t`What changed`}
          maxLength={200}
          value={note}
          placeholder={isNew ? t`First version` : ""}
          onChange={({ target }) => setNote(target.value)}
        />
      )}
      <DialogActions close={t`Cancel`}>
        <Button
          type="submit"
          variant={checks.blockingErrors > 0 ? undefined : "primary"}
          isBusy={isBusy}
          busyMessage={isAuthor ? t`Submitting…` : t`Publishing…`}
          disabled={checks.blockingErrors > 0}
        >
          {isAuthor ? t`Submit` : t`Publish`}
        </Button>
      </DialogActions>
    </form>
  );
}

function formatTitle(isAuthor: boolean, version: number | undefined): string {
  if (isAuthor) return version ? t`Submit version ${version}` : t`Submit this template`;
  return version ? t`Publish version ${version}` : t`Publish this template`;
}

/** What is wrong with an address, while it is typed. */
function useAddressProblem(content: DraftContent, own: string | null): string | undefined {
  const url = `/${content.type}/${content.slug}`;
  const isWritten = slugRule.safeParse(content.slug).success && content.type !== "";
  const { data } = useQuery({
    queryKey: ["studio-address", url],
    queryFn: async () =>
      (
        await listItems("templates", {
          filter: { url: { _eq: url } },
          fields: ["id", "template_name"],
          limit: 1,
        })
      ).data,
    enabled: isWritten,
    staleTime: 10_000,
  });
  if (content.slug === "") return t`Enter an address.`;
  if (!slugRule.safeParse(content.slug).success)
    return t`Use only lower-case letters, digits and single hyphens.`;
  const taken = data?.find(({ id }) => id !== own);
  return taken ? t`This address is already used by “${{ template: taken.template_name }}”.` : undefined;
}

function missingIn({ template_name, type, category, slug }: DraftContent): string | undefined {
  if (template_name.trim() === "") return t`Enter a name.`;
  if (type === "") return t`Choose a type.`;
  if (category === "") return t`Choose a category.`;
  return slug === "" ? t`Enter an address.` : undefined;
}

function withEmpty(options: (readonly [string, string])[], chosen: string): (readonly [string, string])[] {
  return options.some(([name]) => name === chosen) ? options : [[chosen, chosen || t`Choose…`], ...options];
}

function findingAbout(checks: Checks, name: string): string | undefined {
  return checks.lines.find(
    ({ fault, kind }) => kind === "error" && fault?.file === "template" && fault.field === name,
  )?.message;
}

function formatRefusal(error: unknown): string {
  const [first] = faultsOf(error) ?? [];
  if (first) return formatPublishError(first);
  if (error instanceof RefusedCall) return errorMessage(error);
  // Our own error about an unsaved draft, or a network error.
  return error instanceof TypeError || !(error instanceof Error) ? errorMessage(error) : error.message;
}
