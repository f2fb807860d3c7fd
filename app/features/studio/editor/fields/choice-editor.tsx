import plus from "virtual:icon/plus";
import x from "virtual:icon/x";
import { t } from "@lingui/core/macro";
import { Button, IconButton } from "../../../../ui/button.tsx";
import { Icon } from "../../../../ui/icon.tsx";
import { nameFor, setChoices } from "./schema-edits.ts";
import type { Choice } from "./schema-rows.ts";

type Props = {
  path: string;
  choices: readonly Choice[];
  onChange(edit: (text: string) => string): void;
};

/** The options of a choice. A value is made from the first label and then never changes. */
export function ChoiceEditor({ path, choices, onChange }: Props) {
  const write = (next: Choice[]) => onChange((text) => setChoices(text, path, next));
  const values = choices.map(({ value }) => value);
  return (
    <fieldset className="choice-editor">
      <legend>{t`Options`}</legend>
      <ol>
        {choices.map((choice, place) => (
          <li key={choice.value}>
            <input
              className="input"
              aria-label={t`Option ${{ number: place + 1 }}`}
              value={choice.label}
              maxLength={80}
              onChange={(event) =>
                event.target.value !== "" &&
                write(choices.with(place, { ...choice, label: event.target.value }))
              }
            />
            <code>{choice.value}</code>
            <IconButton
              label={t`Remove option ${{ option: choice.label }}`}
              icon={x}
              disabled={choices.length < 2}
              onClick={() => write(choices.toSpliced(place, 1))}
            />
          </li>
        ))}
      </ol>
      <Button
        size="small"
        onClick={() => {
          const label = t`Option ${{ number: choices.length + 1 }}`;
          write([...choices, { value: nameFor(label, values), label }]);
        }}
      >
        <Icon of={plus} />
        {t`Add option`}
      </Button>
    </fieldset>
  );
}
