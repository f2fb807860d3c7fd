// Loaded later: once it is known who is here.
import { QueryObserver } from "@tanstack/react-query";
import { historyOf, reportHistoryFailure } from "../features/history/index.ts";
import { watchJobs } from "../features/jobs/index.ts";
import { deleteStoredSheets } from "../features/personal-gallery/index.ts";
import { type Profile, profileOf, reportProfileFailure, setShownProfile } from "../features/profile/index.ts";
import { openSaved } from "../features/saved/index.ts";
import { currentSession } from "../features/session/index.ts";
import { deleteCopies } from "../lib/browser/offline-copies.ts";
import { queryClient } from "../lib/http/query-client.tsx";

const AREAS = [
  "profile",
  "saved-templates",
  "history",
  "documents",
  "sessions",
  "usage",
  "recipients",
  "jobs",
];

/**
 * Loads a known person's data in this order: profile, saved templates, history. The last two need the
 * profile's id and load when it is known. Returns a function that stops it.
 */
export function openAreas(email: string): () => void {
  let leaveSaved: (() => void) | undefined;
  const leaveJobs = watchJobs();
  let opened: string | undefined;
  const profile = new QueryObserver(queryClient, profileOf(email));

  function show(found: Profile | undefined): void {
    if (found && found.id !== opened) {
      leaveSaved?.();
      opened = found.id;
      leaveSaved = openSaved(found.id);
      queryClient.fetchQuery(historyOf(found.id)).catch(reportHistoryFailure);
    }
    // Last, because rendering it may request more, and the areas come first.
    setShownProfile(found);
  }

  const leaveProfile = profile.subscribe(({ data, error, isFetching }) => {
    if (error && !isFetching) reportProfileFailure(error);
    show(data);
  });
  show(profile.getCurrentResult().data);

  return () => {
    leaveProfile();
    leaveJobs();
    leaveSaved?.();
    setShownProfile(undefined);
    // Another person at this browser must not find anything of the one before.
    for (const area of AREAS) queryClient.removeQueries({ queryKey: [area] });
    // Sheets with their name on them and their documents, too; without a connection it isn't known that they have left.
    if (currentSession().kind === "unreachable") return;
    void deleteStoredSheets();
    void deleteCopies();
  };
}
