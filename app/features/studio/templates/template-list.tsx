import layers from "virtual:icon/layers";
import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { PendingPart, pendingOf } from "../../../ui/pending.tsx";
import { checkTemplates } from "./checked-templates.ts";
import { LibraryFaults } from "./library-faults.tsx";
import { draftsIn, openDrafts, stateCounts, type TemplateRow, templatePage } from "./listed-templates.ts";
import { MoveDialog } from "./move-dialog.tsx";
import { formatNames, type Selected } from "./possible-actions.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { TableTools } from "./table-tools.tsx";
import { changeState, duplicate, moveTo, remove } from "./template-actions.ts";
import styles from "./template-table.module.css";
import { TemplateTable } from "./template-table.tsx";
import { readView, viewQuery } from "./template-view.ts";
import { useSelection } from "./use-selection.ts";

/** The templates of the current view, with actions for the selected ones. */
export function TemplateList() {
  const [parameters] = useSearchParams();
  const view = readView(parameters);
  const isOfDrafts = view.shown === "drafts";
  const page = useQuery({ ...templatePage(view), enabled: !isOfDrafts });
  const drafts = useQuery(openDrafts);
  const counts = useQuery(stateCounts).data;
  const navigate = useNavigate();
  const [moving, setMoving] = useState<readonly TemplateRow[]>();
  const [leaving, setLeaving] = useState<Selected>();

  const templates = isOfDrafts ? [] : (page.data?.items ?? []);
  const shownDrafts = draftsIn(drafts.data ?? [], view);
  const isLoaded = isOfDrafts ? drafts.data !== undefined : page.data !== undefined;
  const { chosen, ids, toggle, toggleAll, clear } = useSelection(templates, shownDrafts);
  const newDrafts = drafts.data?.length ?? 0;
  const isEmpty = isLoaded && templates.length + shownDrafts.length === 0;

  const leavingNames = formatNames([...(leaving?.templates ?? []), ...(leaving?.drafts ?? [])]);

  const copy = async (rows: readonly TemplateRow[]) => {
    const id = await duplicate(rows);
    clear();
    if (id) await navigate(`/studio/drafts/${id}`);
  };
  const leave = async () => {
    setLeaving(undefined);
    if (leaving) await remove(leaving);
    clear();
  };
  return (
    <div className={styles.templateList}>
      <TableTools
        view={view}
        counts={
          counts
            ? { all: counts.published + counts.hidden, ...counts, drafts: newDrafts }
            : { drafts: newDrafts }
        }
      />
      <LibraryFaults />
      {!isLoaded && (
        <PendingPart
          failure={t`We couldn’t load the templates.`}
          of={pendingOf(isOfDrafts ? drafts : page)}
          height="24rem"
        />
      )}
      {isEmpty && <NothingHere isNarrowed={viewQuery(view) !== "?"} />}
      {isLoaded && !isEmpty && (
        <TemplateTable
          view={view}
          templates={templates}
          drafts={shownDrafts}
          openDrafts={drafts.data ?? []}
          chosen={ids}
          onToggle={toggle}
          onToggleAll={toggleAll}
          onMove={(row) => setMoving([row])}
          onDelete={(row) => setLeaving({ templates: [row], drafts: [] })}
        />
      )}
      {!isOfDrafts && page.data && page.data.paging.pages > 1 && (
        <Pager paging={page.data.paging} to={(wanted) => viewQuery(view, { page: wanted })} />
      )}
      {ids.size > 0 && (
        <SelectionBar
          chosen={chosen}
          onPublish={(rows) => void changeState(rows, "published").then(clear)}
          onHide={(rows) => void changeState(rows, "hidden").then(clear)}
          onMove={setMoving}
          onCheck={(rows) => {
            clear();
            void checkTemplates(rows);
          }}
          onDuplicate={(rows) => void copy(rows)}
          onDelete={setLeaving}
          onClose={clear}
        />
      )}
      {moving && (
        <MoveDialog
          rows={moving}
          onClose={() => setMoving(undefined)}
          onMove={(to, place) => {
            setMoving(undefined);
            void moveTo(moving, to, place).then(clear);
          }}
        />
      )}
      <ConfirmDialog
        isOpen={leaving !== undefined}
        title={t`Delete ${leavingNames}?`}
        confirm={t`Delete`}
        isDestructive
        onConfirm={leave}
        onCancel={() => setLeaving(undefined)}
      >
        <p>{t`All versions are deleted too. This can’t be undone.`}</p>
      </ConfirmDialog>
    </div>
  );
}

function NothingHere({ isNarrowed }: { isNarrowed: boolean }) {
  return isNarrowed ? (
    <EmptyState
      title={t`No matching templates`}
      drawing={layers}
    >{t`Try a different search, status or type.`}</EmptyState>
  ) : (
    <EmptyState
      title={t`No templates yet`}
      drawing={layers}
    >{t`Templates you create or import from the library folder appear here.`}</EmptyState>
  );
}
