import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useId, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { DocumentCard, documentsOf, sharesOf } from "../../features/documents/index.ts";
import { queryClient } from "../../lib/content-client.ts";
import { describePersonalPage } from "../../lib/page-meta.ts";
import { usePerson } from "../../shell/dashboard-layout.tsx";
import { EmptySheet } from "../../ui/empty-sheet.tsx";
import { BusyButton } from "../../ui/form-parts.tsx";
import type { Route } from "./+types/documents";
import "../../features/documents/list/documents.css";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, "Documents");
}

export default function Documents() {
  const { profile } = usePerson();
  const [parameters, setParameters] = useSearchParams();
  const [words, setWords] = useState(parameters.get("q") ?? "");
  const wanted = useDeferredValue(words.trim());
  const isNamed = (parameters.get("q") ?? "") === wanted;
  // In the address, so that coming back from a document finds the same list.
  useEffect(() => {
    if (!isNamed) setParameters(wanted ? { q: wanted } : {}, { replace: true, preventScrollReset: true });
  }, [isNamed, wanted, setParameters]);
  const list = useInfiniteQuery(
    { ...documentsOf(profile.id, wanted), placeholderData: keepPreviousData },
    queryClient,
  );
  const shares = useQuery(sharesOf(profile.id), queryClient).data;
  const search = useId();
  const documents = list.data?.pages.flat();
  const isEmpty = documents?.length === 0 && !list.isPlaceholderData;

  return (
    <>
      <div className="desk-head">
        <h1>Documents</h1>
        {(words !== "" || (documents && documents.length > 0)) && (
          <div className="desk-search">
            <label className="sr-only" htmlFor={search}>
              Search your documents
            </label>
            <input
              id={search}
              type="search"
              className="input"
              placeholder="Search your documents"
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          </div>
        )}
      </div>
      {list.isPending && <span className="skeleton desk-section" style={{ height: "16rem" }} />}
      {list.isError && !documents && (
        <p className="desk-lead" role="alert">
          Your documents could not be loaded.{" "}
          <button type="button" className="link" onClick={() => void list.refetch()}>
            Try again
          </button>
        </p>
      )}
      {isEmpty && wanted === "" && (
        <div className="desk-section">
          <EmptySheet
            title="No documents yet"
            action={
              <Link className="button primary" to="/templates">
                Find a template
              </Link>
            }
          >
            What you fill in is kept here as you type, and is there the next time, on every device.
          </EmptySheet>
        </div>
      )}
      {isEmpty && wanted !== "" && (
        <p className="desk-lead">
          No document is called “{wanted}”.{" "}
          <button type="button" className="link" onClick={() => setWords("")}>
            Show everything
          </button>
        </p>
      )}
      {documents && documents.length > 0 && (
        <div className="documents sheets across-6 desk-section">
          {documents.map((document) => (
            <DocumentCard key={document.id} document={document} share={shares?.get(document.id)} />
          ))}
        </div>
      )}
      {list.hasNextPage && (
        <BusyButton
          type="button"
          className="more-documents"
          isBusy={list.isFetchingNextPage}
          busyWords="Fetching more"
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </BusyButton>
      )}
    </>
  );
}
