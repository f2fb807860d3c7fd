import { t } from "@lingui/core/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type CSSProperties, type FormEvent, useState } from "react";
import { MAX_TRANSLATION, MAX_TRANSLATION_COMMENT } from "../../../contract/limits.ts";
import { directionOf } from "../../../contract/site/interface-languages.ts";
import type { TranslatedMessage } from "../../../contract/site/translations.ts";
import { joinPlural, type PluralMessage, splitPlural } from "../../../shared/messages/plural-forms.ts";
import { checkTranslation } from "../../../shared/messages/translation-check.ts";
import { notify } from "../../lib/browser/toasts.ts";
import { call, errorMessage } from "../../lib/http/http-client.ts";
import { pageLanguage } from "../../lib/i18n/i18n.tsx";
import { Button } from "../../ui/button.tsx";
import { DialogActions, DialogFrame, DialogTitle } from "../../ui/dialog.tsx";
import { FormProblem } from "../../ui/form-parts.tsx";
import { PendingPart, pendingOf } from "../../ui/pending.tsx";
import { TextArea, TextField } from "../../ui/text-field.tsx";
import type { PageText } from "./page-texts.ts";
import { problemMessage } from "./problem-message.ts";
import styles from "./translations.module.css";

type Props = { chosen: PageText; onSent(): void; onClose(): void };

export function SuggestionDialog({ chosen, onSent, onClose }: Props) {
  const language = pageLanguage();
  const message = useQuery({
    queryKey: ["message", language, chosen.id],
    queryFn: async (): Promise<TranslatedMessage> =>
      (await (await call(`site/translations/${language}/${encodeURIComponent(chosen.id)}`)).json()).data,
  });
  return (
    <DialogFrame
      className={`panel ${styles.dialog}`}
      style={positionNear(chosen)}
      data-suggesting=""
      onClose={onClose}
    >
      <DialogTitle className="sr-only">{t`Suggest a better translation`}</DialogTitle>
      {message.data ? (
        <SuggestionForm message={message.data} onSent={onSent} onClose={onClose} />
      ) : (
        <>
          <PendingPart failure={t`We couldn’t load this text.`} of={pendingOf(message)} height="8rem" />
          <DialogActions close={t`Cancel`} />
        </>
      )}
    </DialogFrame>
  );
}

type FormProps = { message: TranslatedMessage; onSent(): void; onClose(): void };

function SuggestionForm({ message, onSent, onClose }: FormProps) {
  const language = pageLanguage();
  const plural = splitPlural(message.translation);
  const [values, setValues] = useState(() => plural?.forms.map(([, text]) => text) ?? [message.translation]);
  const text = plural
    ? joinPlural({ ...plural, forms: plural.forms.map(([form], at) => [form, values[at] ?? ""]) })
    : (values[0] ?? "");
  const [comment, setComment] = useState("");
  const [problem, setProblem] = useState<string>();
  const send = useMutation({
    mutationFn: () =>
      call("site/translations", {
        json: { language, catalogue: message.catalogue, message_id: message.id, suggestion: text, comment },
      }),
    onSuccess: () => {
      onSent();
      onClose();
      notify({ kind: "fact", message: t`Thank you. Your suggestion was sent.` });
    },
    meta: { failure: "Suggestion failed" },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (send.isPending) return;
    const found = checkTranslation(language, message.message, text);
    const isSame = text.trim() === message.translation;
    const next = found ? problemMessage(found) : isSame ? t`Change the text first` : undefined;
    setProblem(next);
    if (!next) send.mutate();
  };
  const inLanguage = { lang: language, dir: directionOf(language) };
  return (
    <form method="post" className={styles.form} onSubmit={submit}>
      <dl className={styles.texts}>
        <dt>{t`English`}</dt>
        <dd lang="en" dir="ltr">
          {message.message}
          {message.context && <small>{message.context}</small>}
        </dd>
        <dt>
          {message.isMachine
            ? t`Current, machine translated`
            : t({ message: "Current", context: "translation" })}
        </dt>
        <dd {...inLanguage}>{message.translation}</dd>
      </dl>
      <TranslationFields
        plural={plural}
        values={values}
        hint={
          /[{<]/.test(message.message) ? t`Keep everything in braces and angle brackets as it is.` : undefined
        }
        problem={problem}
        onChange={setValues}
      />
      <TextField
        label={t`Comment (optional)`}
        maxLength={MAX_TRANSLATION_COMMENT}
        value={comment}
        onChange={({ target }) => setComment(target.value)}
      />
      <p className={styles.note}>
        {t`We review suggestions before we use them. Accepted ones may be shared with your name to improve the program.`}
      </p>
      <FormProblem>{send.error && errorMessage(send.error)}</FormProblem>
      <DialogActions close={t`Cancel`}>
        <Button
          type="submit"
          variant="primary"
          isBusy={send.isPending}
          busyMessage={t`Sending…`}
        >{t`Send`}</Button>
      </DialogActions>
    </form>
  );
}

type FieldsProps = {
  plural: PluralMessage | undefined;
  values: readonly string[];
  hint: string | undefined;
  problem: string | undefined;
  onChange(values: string[]): void;
};

/** One field; for a plural one for each form that the language has. */
function TranslationFields({ plural, values, hint, problem, onChange }: FieldsProps) {
  const language = pageLanguage();
  const field = { lang: language, dir: directionOf(language), maxLength: MAX_TRANSLATION, required: true };
  if (!plural)
    return (
      <TextArea
        {...field}
        label={t`Your suggestion`}
        rows={3}
        value={values[0]}
        hint={hint}
        error={problem}
        onChange={({ target }) => onChange([target.value])}
      />
    );
  const last = plural.forms.length - 1;
  return (
    <fieldset className={styles.forms}>
      <legend>{t`Your suggestion`}</legend>
      {plural.forms.map(([form], at) => (
        <TextField
          {...field}
          key={form}
          label={form}
          value={values[at]}
          hint={at === last ? t`# stands for the number.` : undefined}
          error={at === last ? problem : undefined}
          onChange={({ target }) => onChange(values.with(at, target.value))}
        />
      ))}
    </fieldset>
  );
}

const WIDTH_PX = 432;
const HEIGHT_PX = 440; // about the height with a short text
const MARGIN_PX = 14;

/** Below the text, above it or next to it, where there is space; on a phone the style sheet places it at the bottom. */
function positionNear({ range, element }: PageText): CSSProperties {
  const box = (range ?? element).getBoundingClientRect();
  const maxLeft = Math.max(MARGIN_PX, innerWidth - WIDTH_PX - MARGIN_PX);
  const maxTop = Math.max(MARGIN_PX, innerHeight - HEIGHT_PX - MARGIN_PX);
  const below = box.bottom + MARGIN_PX;
  const above = box.top - HEIGHT_PX - MARGIN_PX;
  const isBeside = below > maxTop && above < MARGIN_PX;
  const left = isBeside ? box.right + MARGIN_PX : box.left;
  const top = below <= maxTop || isBeside ? Math.min(below, maxTop) : above;
  return {
    "--left": `${Math.min(Math.max(left, MARGIN_PX), maxLeft)}px`,
    "--top": `${top}px`,
  } as CSSProperties;
}
