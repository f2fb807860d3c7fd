import back from "virtual:icon/arrow-left";
import site from "virtual:icon/external-link";
import edit from "virtual:icon/pencil";
import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";
import type { ListedVersion, VersionHistory } from "../../../../contract/templates/template-versions.ts";
import { RefusedCall } from "../../../lib/http/http-client.ts";
import { formatNumber } from "../../../lib/i18n/intl.ts";
import { LanguageMenu } from "../../../shell/language-menu.tsx";
import { ThemeSwitch } from "../../../shell/site-bar.tsx";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { PaneSwitch } from "../editor/pane-head.tsx";
import styles from "../editor/screen/editor.module.css";
import { openDraft } from "../templates/template-actions.ts";
import { ChangeList } from "./change-list.tsx";
import { HistoryList } from "./history-list.tsx";
import { type Comparison, comparisons, PagePair } from "./page-pair.tsx";
import { VersionSources } from "./version-sources.tsx";
import versionsStyles from "./versions.module.css";
import { changesOf, historyOf } from "./versions-client.ts";

/** The version history of a template; compares the pages, sources and fields of two versions. */
export function VersionsScreen({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(historyOf(id));
  if (data) return <Versions history={data} />;
  if (!error) return <p className={styles.draftNote} aria-busy="true">{t`Loading versions…`}</p>;
  const isGone = error instanceof RefusedCall && error.status < 500;
  return (
    <div className={styles.draftNote}>
      <h1>{isGone ? t`Template not found` : t`We couldn’t load the versions`}</h1>
      <p>
        {isGone
          ? t`It may have been deleted, or you need to be an operator to see its versions.`
          : t`We couldn’t reach the server. Try again in a moment.`}
      </p>
      {isGone ? (
        <Link className="button" to="/studio">{t`All templates`}</Link>
      ) : (
        <Button onClick={() => void refetch()}>{t`Try again`}</Button>
      )}
    </div>
  );
}

function Versions({ history: { template, versions } }: { history: VersionHistory }) {
  const [way, setWay] = useState<Comparison>("sideBySide");
  const { left, right, compare } = useChosenPair(versions);
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const { state } = useLocation();
  const isJustPublished = state?.isJustPublished === true;
  // The publish dialog that had the focus is gone.
  useEffect(() => {
    if (isJustPublished) heading.current?.focus();
  }, [isJustPublished]);
  const change = async () => {
    const draft = await openDraft({ template: template.id });
    if (draft) await navigate(`/studio/drafts/${draft}`);
  };
  return (
    <div className="versions">
      <header className="studio-bar">
        <Link className="icon-button" to="/studio" aria-label={t`All templates`}>
          <Icon of={back} />
        </Link>
        <h1 className="studio-bar-name" dir="auto" ref={heading} tabIndex={-1}>
          {template.name}
        </h1>
        <small className="phone-hidden">{formatPair(left, right)}</small>
        <div className={`${styles.barMiddle} ${versionsStyles.versionWays}`}>
          {left && right && left !== right && (
            <PaneSwitch label={t`Compare`} value={way} options={comparisons()} onChange={setWay} />
          )}
        </div>
        <span className="phone-hidden">
          <LanguageMenu />
          <ThemeSwitch />
        </span>
        {template.state === "published" && (
          <Link
            className="icon-button"
            to={template.url}
            aria-label={t`View on site`}
            title={t`View on site`}
          >
            <Icon of={site} />
          </Link>
        )}
        <Button onClick={() => void change()}>
          <Icon of={edit} />
          {t`Edit`}
        </Button>
      </header>
      {left && right ? (
        <Compared
          template={template}
          versions={versions}
          left={left}
          right={right}
          way={way}
          onCompare={compare}
        />
      ) : (
        <p className={styles.draftNote}>{t`Not published yet`}</p>
      )}
    </div>
  );
}

type ComparedProps = {
  template: VersionHistory["template"];
  versions: readonly ListedVersion[];
  left: ListedVersion;
  right: ListedVersion;
  way: Comparison;
  onCompare(version: ListedVersion): void;
};

function Compared({ template, versions, left, right, way, onCompare }: ComparedProps) {
  const isPair = left !== right;
  const { data: changes, error } = useQuery({ ...changesOf(left.id, right.id), enabled: isPair });
  return (
    <>
      <section className={versionsStyles.versionHistory} aria-label={t`Version history`}>
        <h2>
          {t`Versions`} <small>{formatNumber(versions.length)}</small>
        </h2>
        <HistoryList versions={versions} left={left} right={right} onCompare={onCompare} />
      </section>
      <ChangeList
        template={template}
        newest={versions[0] ?? right}
        left={left}
        right={right}
        changes={changes}
        error={error}
      />
      <div className={versionsStyles.versionMiddle}>
        <PagePair
          key={`${left.id} ${right.id}`}
          left={left}
          right={right}
          way={isPair ? way : "sideBySide"}
          changes={changes}
        />
        {isPair && <VersionSources left={left} right={right} words={changes?.words} />}
      </div>
    </>
  );
}

/** The compared versions are in the address, so that Back works and a comparison can be shared. */
function useChosenPair(versions: readonly ListedVersion[]) {
  const [search, setSearch] = useSearchParams();
  const find = (name: string) => versions.find(({ number }) => String(number) === search.get(name));
  const right = find("right") ?? versions[0];
  const left = find("left") ?? versions.find(({ number }) => number < (right?.number ?? 0)) ?? right;
  const compare = (version: ListedVersion) => {
    const newest = versions[0] ?? version;
    const isNewest = version.id === newest.id;
    // The newest is compared with the one before it; any other is compared with the right-hand version.
    const later = right && version.number < right.number ? right : newest;
    setSearch(isNewest ? {} : { left: String(version.number), right: String(later.number) }, {
      preventScrollReset: true,
      replace: true,
    });
  };
  return { left, right, compare };
}

function formatPair(left: ListedVersion | undefined, right: ListedVersion | undefined): string {
  if (!left || !right) return "";
  const [older, newer] = [left.number, right.number];
  return left === right ? t`Version ${{ version: newer }}` : t`Versions ${older} and ${newer}`;
}
