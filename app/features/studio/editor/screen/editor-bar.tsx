import back from "virtual:icon/arrow-left";
import source from "virtual:icon/code";
import download from "virtual:icon/download";
import sheet from "virtual:icon/file";
import fields from "virtual:icon/list";
import checked from "virtual:icon/list-checks";
import { t } from "@lingui/core/macro";
import { Link } from "react-router";
import type { TemplateDraft } from "../../../../../contract/templates/drafts.ts";
import { useStore } from "../../../../lib/browser/store.ts";
import { formatNumber } from "../../../../lib/i18n/intl.ts";
import { LanguageMenu } from "../../../../shell/language-menu.tsx";
import { usePerson } from "../../../../shell/personal-pages.tsx";
import { ThemeSwitch } from "../../../../shell/site-bar.tsx";
import { Button } from "../../../../ui/button.tsx";
import { Icon } from "../../../../ui/icon.tsx";
import { formatErrors } from "../checks/check-list.ts";
import { PANES, type PaneName, type PhoneTab, useTemplateEditor } from "../editor-context.ts";
import type { StudioAutosave } from "../saving/autosave.ts";
import { SaveLine } from "../saving/save-line.tsx";
import styles from "./editor.module.css";

const paneLabels = (): Record<PaneName, string> => ({
  fields: t`Fields`,
  source: t`Source`,
  samples: t`Samples`,
  sheet: t`Preview`,
});

type Props = {
  draft: TemplateDraft;
  autosave: StudioAutosave;
  open: readonly PaneName[];
  blockingErrors: number;
  onToggle(pane: PaneName): void;
  onPublish(): void;
};

export function EditorBar({ draft, autosave, open, blockingErrors, onToggle, onPublish }: Props) {
  const { store } = useTemplateEditor();
  const zip = `/drafts/${draft.id}/template.zip`;
  const name = useStore(store, (all) => all.template_name);
  const isAuthor = usePerson().role === "person";
  const home = isAuthor
    ? { to: "/dashboard/templates", label: t`Your templates` }
    : { to: "/studio", label: t`All templates` };
  return (
    <header className="studio-bar">
      <Link className="icon-button" to={home.to} aria-label={home.label}>
        <Icon of={back} />
      </Link>
      <h1 className="studio-bar-name" dir="auto">
        {name || t`New template`}
      </h1>
      <small className="desktop-only">{formatVersion(draft)}</small>
      <div className={styles.barMiddle}>
        <SaveLine autosave={autosave} />
        <fieldset className={`${styles.paneToggles} phone-hidden`} aria-label={t`Panels`}>
          {PANES.map((pane) => (
            <button
              key={pane}
              type="button"
              aria-pressed={open.includes(pane)}
              onClick={() => onToggle(pane)}
            >
              {paneLabels()[pane]}
            </button>
          ))}
        </fieldset>
        <span className="phone-hidden">
          <a
            className="icon-button"
            href={zip}
            aria-label={t`Download as ZIP`}
            title={t`Download as ZIP`}
            onClick={async (event) => {
              // The file contains the stored draft.
              event.preventDefault();
              await autosave.flush();
              location.assign(zip);
            }}
          >
            <Icon of={download} />
          </a>
          <LanguageMenu />
          <ThemeSwitch />
        </span>
      </div>
      {blockingErrors > 0 && (
        <span className={styles.barErrors} id="publish-errors">
          <i className="fault-sign" />
          {formatErrors(blockingErrors)}
        </span>
      )}
      <Button
        variant={blockingErrors > 0 ? undefined : "primary"}
        disabled={blockingErrors > 0}
        aria-describedby={blockingErrors > 0 ? "publish-errors" : undefined}
        onClick={onPublish}
      >
        {isAuthor
          ? draft.state === "handed_in"
            ? t({ message: "Submitted", context: "state of a template" })
            : t`Submit…`
          : t`Publish…`}
      </Button>
    </header>
  );
}

function formatVersion({ templates_id, base_number }: TemplateDraft): string {
  if (templates_id === null) return t`Not published yet`;
  return base_number === null
    ? t`Draft`
    : t`Draft of version ${{ version: base_number + 1 }}. Version ${{ published: base_number }} is published.`;
}

const phoneTabs = (): { tab: PhoneTab; label: string; icon: string }[] => [
  { tab: "fields", label: t`Fields`, icon: fields },
  { tab: "source", label: t`Source`, icon: source },
  { tab: "sheet", label: t`Preview`, icon: sheet },
  { tab: "checks", label: t`Checks`, icon: checked },
];

export function PhoneTabs({
  tab,
  blockingErrors,
  onTab,
}: {
  tab: PhoneTab;
  blockingErrors: number;
  onTab(tab: PhoneTab): void;
}) {
  return (
    <nav className={styles.phoneTabs} aria-label={t`Panels`}>
      {phoneTabs().map((each) => (
        <button
          key={each.tab}
          type="button"
          aria-current={each.tab === tab ? "page" : undefined}
          onClick={() => onTab(each.tab)}
        >
          <Icon of={each.icon} />
          {each.label}{" "}
          {each.tab === "checks" && blockingErrors > 0 && (
            <span className={styles.phoneCount}>
              <span aria-hidden="true">{formatNumber(blockingErrors)}</span>
              <span className="sr-only">({formatErrors(blockingErrors)})</span>
            </span>
          )}
        </button>
      ))}
    </nav>
  );
}
