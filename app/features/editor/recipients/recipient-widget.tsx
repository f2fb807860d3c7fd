import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { meaningOf } from "../../../../contract/templates/field-meaning.ts";
import type { FieldSchema } from "../../../../contract/templates/template-file.ts";
import { nameOf, type Recipient } from "../../../../shared/filling/recipients.ts";
import { ownerIn } from "../../details/index.ts";
import { useSession } from "../../session/index.ts";
import type { LeafField } from "../form/field-kind.ts";
import { type FieldProps, useFormContext, useInput } from "../form/form-context.ts";
import { useSteadyCaret } from "../form/steady-caret.ts";
import { text } from "../form/value-text.ts";
import { useExample } from "../form/widgets.tsx";
import styles from "./recipient-widget.module.css";
import { changesFor, matchRecipients, placeOf, recipientInDraft, recipientsOf } from "./recipients.ts";

/** Fields that offer recipients: the name or the organisation. */
const NAMES = ["recipient.name", "recipient.organisation"];

export function isRecipientName(schema: FieldSchema): boolean {
  const means = schema.type === "string" && !schema["x-widget"] ? meaningOf(schema) : undefined;
  return means !== undefined && NAMES.includes(means);
}

/** A text field that suggests previous recipients; choosing one fills in their other fields. */
export function RecipientWidget(props: FieldProps<LeafField>) {
  const { attributes, onChange } = useInput(props);
  const { template, readData, changeSeveral } = useFormContext();
  const shown = text(props.value);
  const caret = useSteadyCaret<HTMLInputElement>(shown);
  const example = useExample(props.path);
  const [isOpen, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const [active, setActive] = useState(-1);
  const owner = ownerIn(useSession());
  const { data: known = NO_RECIPIENTS } = useQuery(recipientsOf(isWanted ? owner : undefined));
  const offered = isOpen ? matchRecipients(known, shown) : [];
  const before = useBefore(known);
  const listId = useId();
  const optionId = (at: number) => `${listId}-${at}`;

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const open = () => {
    setWanted(true);
    setOpen(true);
  };
  const choose = (recipient: Recipient) => {
    changeSeveral(changesFor(template.fields, readData(), before.current, recipient));
    before.current = recipient;
    close();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (!isOpen) open();
      if (offered.length === 0) return;
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActive((active + step + offered.length + (active < 0 && step < 0 ? 1 : 0)) % offered.length);
    } else if (event.key === "Enter" && offered[active]) {
      event.preventDefault();
      choose(offered[active]);
    } else if (event.key === "Escape" && offered.length > 0) {
      event.stopPropagation();
      close();
    }
  };
  return (
    <div className={styles.recipientBox}>
      <input
        {...attributes}
        {...caret}
        className="input"
        type="text"
        dir="auto"
        autoComplete="off"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={offered.length > 0}
        aria-controls={offered.length > 0 ? listId : undefined}
        aria-activedescendant={offered[active] ? optionId(active) : undefined}
        value={shown}
        placeholder={example}
        onFocus={() => (shown === "" ? open() : setWanted(true))}
        onBlur={close}
        onKeyDown={press}
        onChange={(event) => {
          onChange(event.target.value || undefined);
          setActive(-1);
          open();
        }}
      />
      {offered.length > 0 && (
        <div id={listId} role="listbox" aria-label={t`Previous recipients`} className={styles.recipientList}>
          {offered.map((recipient, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, which keeps the focus
            <div
              key={nameOf(recipient)}
              id={optionId(at)}
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              // Keeps the focus in the input.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(recipient)}
            >
              {nameOf(recipient)}
              <small>{placeOf(recipient)}</small>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

const NO_RECIPIENTS: readonly Recipient[] = [];

/** The recipient of the draft when it was opened, then the last one chosen. Values typed later aren't theirs. */
function useBefore(known: readonly Recipient[]) {
  const { template, readData } = useFormContext();
  const before = useRef<Recipient>(undefined);
  const hasLooked = useRef(false);
  useEffect(() => {
    if (hasLooked.current || known.length === 0) return;
    hasLooked.current = true;
    before.current ??= recipientInDraft(template.fields, readData(), known);
  }, [known, template.fields, readData]);
  return before;
}
