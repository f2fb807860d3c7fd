import x from "virtual:icon/x";
import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { IconButton } from "../../../ui/button.tsx";
import { type PaneName, useTemplateEditor } from "./editor-context.ts";
import styles from "./screen/editor.module.css";

type Props = { pane: PaneName; title: string; note?: ReactNode; children?: ReactNode };

/** The title bar of a pane, with its tools and a close button. */
export function PaneHead({ pane, title, note, children }: Props) {
  const { close } = useTemplateEditor();
  return (
    <div className="pane-head">
      <h2>{title}</h2>
      {note !== undefined && <span className={styles.paneNote}>{note}</span>}
      <div className="pane-tools">{children}</div>
      <IconButton
        className="phone-hidden"
        label={t({
          message: `Close ${title}`,
          comment: "Hides a part of the template editor: Fields, Source, Samples or Preview",
        })}
        icon={x}
        onClick={() => close(pane)}
      />
    </div>
  );
}

type SwitchProps<Name extends string> = {
  label: string;
  /** Each name with its label. */
  options: readonly (readonly [NoInfer<Name>, string])[];
  value: Name;
  onChange(name: NoInfer<Name>): void;
};

/** Switches between two or three views of the same thing. */
export function PaneSwitch<Name extends string>({ label, options, value, onChange }: SwitchProps<Name>) {
  return (
    <fieldset className={styles.paneSwitch} aria-label={label}>
      {options.map(([name, label]) => (
        <button key={name} type="button" aria-pressed={name === value} onClick={() => onChange(name)}>
          {label}
        </button>
      ))}
    </fieldset>
  );
}
