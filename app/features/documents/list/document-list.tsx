import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { lazyPart, loadOrNotify, useLazyPart } from "../../../lib/pages/lazy-part.ts";
import { Button } from "../../../ui/button.tsx";
import { binCountOf, removeDocuments } from "../bin/binned-documents.ts";
import { type DocumentRow, documentCountOf } from "../documents.ts";
import { DownloadDialog } from "../download/download-dialog.tsx";
import { useDownload } from "../download/use-download.ts";
import { labelsOf } from "../labels/labels.ts";
import { sharedIn, sharesOf } from "../sharing/shares.ts";
import { DocumentCard } from "./document-card.tsx";
import documentsStyles from "./documents.module.css";
import { EmptyList } from "./empty-list.tsx";
import { ListBar } from "./list-bar.tsx";
import { ListHead } from "./list-head.tsx";
import { readView, viewQuery } from "./list-view.ts";
import { documentsOf, type ListView } from "./listed-documents.ts";
import { NOTHING_SELECTED, type Selection, selectAll, selectedIn, toggle } from "./selection.ts";
import styles from "./selection-bar.module.css";
import { SelectionBar } from "./selection-bar.tsx";

const documentBin = lazyPart(() => import("../bin/document-bin.tsx"));
const labelDialog = lazyPart(() => import("../labels/label-dialog.tsx"));

/** The bin, or a person's documents. */
export function DocumentList({ userId }: { userId: string }) {
  const [parameters] = useSearchParams();
  const isBin = parameters.has("bin");
  const Bin = useLazyPart(documentBin, isBin);
  if (!isBin) return <Documents userId={userId} />;
  return Bin ? (
    <Bin userId={userId} />
  ) : (
    <span className="skeleton dashboard-section" style={{ height: "16rem" }} aria-busy="true" />
  );
}

/** A person's documents with search, filters, sorting and bulk actions. */
function Documents({ userId }: { userId: string }) {
  const { view, typed, setTyped, show } = useView();
  const list = useInfiniteQuery({ ...documentsOf(userId, view), placeholderData: keepPreviousData });
  const documents = list.data?.pages.flatMap(({ rows }) => rows);
  const binned = useQuery(binCountOf(userId)).data;
  const all = useQuery(documentCountOf(userId)).data;
  const labels = useQuery(labelsOf(userId)).data ?? [];
  const shares = useQuery(sharesOf(userId)).data;
  const download = useDownload();
  const [labelling, setLabelling] = useState<readonly DocumentRow[]>();
  const LabelDialog = labelDialog.use();
  const openLabels = async (documents: readonly DocumentRow[]) => {
    if (await loadOrNotify(labelDialog, t`We couldn’t open the labels.`)) setLabelling(documents);
  };
  const { selection, setSelection, chosen } = useSelection(view, documents ?? []);

  const isFiltered = view.query !== "" || view.label !== undefined || view.isShared;
  const isEmpty = documents?.length === 0 && !list.isPlaceholderData && !list.hasNextPage;
  const hasAny = isFiltered || (documents !== undefined && documents.length > 0);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape ends the selection from anywhere in the list
    <div
      className={styles.documentList}
      onKeyDown={({ key, target, currentTarget }) => {
        // React also bubbles events from dialogs over the list.
        const isHere = target instanceof Node && currentTarget.contains(target);
        if (key === "Escape" && isHere && selection) setSelection(undefined);
      }}
    >
      <ListHead
        query={typed}
        hasAny={hasAny}
        binned={binned ?? 0}
        isSelecting={selection !== undefined}
        onQuery={setTyped}
        onSelecting={(isSelecting) => setSelection(isSelecting ? NOTHING_SELECTED : undefined)}
      />
      {hasAny && (
        <ListBar
          view={view}
          labels={labels}
          all={all}
          shared={shares && sharedIn(shares).size}
          onOrder={(order) => show({ ...view, order })}
        />
      )}
      {list.isPending && (
        <span className="skeleton dashboard-section" style={{ height: "16rem" }} aria-busy="true" />
      )}
      {list.isError && !documents && (
        <p className="dashboard-lead" role="alert">
          <Trans>
            We couldn’t load your documents.{" "}
            <button type="button" className="link" onClick={() => void list.refetch()}>
              Try again
            </button>
          </Trans>
        </p>
      )}
      {isEmpty && (
        <EmptyList
          view={view}
          onAll={() => {
            setTyped("");
            show({ ...view, query: "", label: undefined, isShared: false });
          }}
        />
      )}
      {documents && documents.length > 0 && (
        <div className="documents" data-selecting={selection ? "" : undefined}>
          {documents.map((document) => (
            <DocumentCard
              key={document.id}
              document={document}
              share={shares?.get(document.id)}
              choice={
                selection && {
                  isChosen: selection.ids.has(document.id),
                  isLast: selection.last === document.id,
                  onToggle: (isRange) => setSelection(toggle(selection, document.id, documents, isRange)),
                }
              }
              onSelect={() => setSelection(toggle(NOTHING_SELECTED, document.id, documents, false))}
              onLabel={() => void openLabels([document])}
              onDownload={() => download.start([document])}
            />
          ))}
        </div>
      )}
      {list.hasNextPage && (
        <Button
          className={documentsStyles.moreDocuments}
          isBusy={list.isFetchingNextPage}
          busyMessage={t`Loading more…`}
          onClick={() => void list.fetchNextPage()}
        >{t`Show more`}</Button>
      )}
      {(selection || download.busy) && (
        <SelectionBar
          count={chosen.length}
          shown={documents?.length ?? 0}
          isWhole={!list.hasNextPage}
          busy={download.busy}
          onAll={() => setSelection(selectAll(documents ?? []))}
          onClear={() => setSelection(NOTHING_SELECTED)}
          onLabel={() => void openLabels(chosen)}
          onDelete={() => {
            void removeDocuments(chosen);
            setSelection(undefined);
          }}
          onDownload={() => download.start(chosen)}
          onStop={download.stop}
        />
      )}
      <DownloadDialog download={download} />
      {labelling && LabelDialog && (
        <LabelDialog documents={labelling} userId={userId} onClose={() => setLabelling(undefined)} />
      )}
    </div>
  );
}

/** The filters in the address; the query follows while typing. */
function useView() {
  const [parameters, setParameters] = useSearchParams();
  const named = readView(parameters);
  const [typed, setTyped] = useState(named.query);
  const view = { ...named, query: useDeferredValue(typed.trim()) };
  const show = (next: ListView) =>
    setParameters(viewQuery(next), { replace: true, preventScrollReset: true });
  const isNamed = named.query === view.query;
  // biome-ignore lint/correctness/useExhaustiveDependencies: this writes only the typed query; the rest comes from the address
  useEffect(() => {
    if (!isNamed) show(view);
  }, [isNamed, view.query]);
  return { view, typed, setTyped, show };
}

/** The selection belongs to the current filters and is cleared when they change. */
function useSelection({ query, label, isShared }: ListView, shown: readonly DocumentRow[]) {
  const [state, setState] = useState<{ of: string; selection: Selection | undefined }>();
  const of = JSON.stringify([query, label, isShared]);
  const isSelecting = state?.selection !== undefined;
  const selection = state?.of === of ? state.selection : isSelecting ? NOTHING_SELECTED : undefined;
  return {
    selection,
    setSelection: (next: Selection | undefined) => setState({ of, selection: next }),
    chosen: selection ? selectedIn(selection, shown) : [],
  };
}
