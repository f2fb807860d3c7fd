import back from "virtual:icon/arrow-left";
import page from "virtual:icon/code";
import download from "virtual:icon/download";
import sheet from "virtual:icon/file";
import fields from "virtual:icon/list";
import checked from "virtual:icon/list-checks";
import { Link } from "react-router";
import type { TemplateDraft } from "../../../../../contract/templates/drafts.ts";
import { useStore } from "../../../../lib/browser/store.ts";
import { usePerson } from "../../../../shell/personal-pages.tsx";
import { ThemeSwitch } from "../../../../shell/site-bar.tsx";
import { Button } from "../../../../ui/button.tsx";
import { Icon } from "../../../../ui/icon.tsx";
import { formatErrors } from "../checks/check-list.ts";
import { PANES, type PaneName, type PhoneTab, usePanes } from "../panes-context.ts";
import type { StudioAutosave } from "../saving/autosave.ts";
import { SaveLine } from "../saving/save-line.tsx";
import styles from "./panes.module.css";

const PANE_WORDS: Record<PaneName, string> = {
  fields: "Fields",
  page: "Source",
  samples: "Samples",
  sheet: "Preview",
};

type Props = {
  draft: TemplateDraft;
  autosave: StudioAutosave;
  open: readonly PaneName[];
  toMend: number;
  onToggle(pane: PaneName): void;
  onPublish(): void;
};

export function PanesBar({ draft, autosave, open, toMend, onToggle, onPublish }: Props) {
  const { work } = usePanes();
  const zip = `/drafts/${draft.id}/template.zip`;
  const name = useStore(work, (all) => all.template_name);
  const isAuthor = usePerson().role === "person";
  const home = isAuthor
    ? { to: "/dashboard/templates", label: "Your templates" }
    : { to: "/studio", label: "All templates" };
  return (
    <header className="panes-bar">
      <Link className="icon-button" to={home.to} aria-label={home.label}>
        <Icon of={back} />
      </Link>
      <h1 className="panes-name">{name || "New template"}</h1>
      <small className="desk-only">{formatVersion(draft)}</small>
      <div className={styles.panesMiddle}>
        <SaveLine autosave={autosave} />
        <fieldset className={`${styles.paneToggles} phone-hidden`} aria-label="Panes">
          {PANES.map((pane) => (
            <button
              key={pane}
              type="button"
              aria-pressed={open.includes(pane)}
              onClick={() => onToggle(pane)}
            >
              {PANE_WORDS[pane]}
            </button>
          ))}
        </fieldset>
        <span className="phone-hidden">
          <a
            className="icon-button"
            href={zip}
            aria-label="Download as ZIP"
            title="Download as ZIP"
            onClick={async (event) => {
              // The file contains the stored draft.
              event.preventDefault();
              await autosave.flush();
              location.assign(zip);
            }}
          >
            <Icon of={download} />
          </a>
          <ThemeSwitch />
        </span>
      </div>
      {toMend > 0 && (
        <span className={styles.panesMend} id="to-mend">
          <i className="fault-sign" />
          {formatErrors(toMend)}
        </span>
      )}
      <Button
        variant={toMend > 0 ? undefined : "primary"}
        disabled={toMend > 0}
        aria-describedby={toMend > 0 ? "to-mend" : undefined}
        onClick={onPublish}
      >
        {isAuthor ? (draft.state === "handed_in" ? "Submitted" : "Submit…") : "Publish…"}
      </Button>
    </header>
  );
}

function formatVersion({ templates_id, base_number }: TemplateDraft): string {
  if (templates_id === null) return "Not published yet";
  return base_number === null
    ? "Draft"
    : `Draft of version ${base_number + 1}. Version ${base_number} is published.`;
}

const TABS: { tab: PhoneTab; words: string; icon: string }[] = [
  { tab: "fields", words: "Fields", icon: fields },
  { tab: "page", words: "Source", icon: page },
  { tab: "sheet", words: "Preview", icon: sheet },
  { tab: "checks", words: "Checks", icon: checked },
];

export function PhoneTabs({
  tab,
  toMend,
  onTab,
}: {
  tab: PhoneTab;
  toMend: number;
  onTab(tab: PhoneTab): void;
}) {
  return (
    <nav className={styles.phoneTabs} aria-label="Panes">
      {TABS.map((each) => (
        <button
          key={each.tab}
          type="button"
          aria-current={each.tab === tab ? "page" : undefined}
          onClick={() => onTab(each.tab)}
        >
          <Icon of={each.icon} />
          {each.words}
          {each.tab === "checks" && toMend > 0 && (
            <span className={styles.phoneCount}>
              <span aria-hidden="true">{toMend}</span>
              <span className="sr-only">, {formatErrors(toMend)}</span>
            </span>
          )}
        </button>
      ))}
    </nav>
  );
}
