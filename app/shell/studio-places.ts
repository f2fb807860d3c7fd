import figures from "virtual:icon/chart-line";
import pages from "virtual:icon/file-text";
import home from "virtual:icon/house";
import handedIn from "virtual:icon/inbox";
import templates from "virtual:icon/layers";
import types from "virtual:icon/layout-grid";
import messages from "virtual:icon/mail";
import log from "virtual:icon/scroll-text";
import ratings from "virtual:icon/star";
import people from "virtual:icon/users";
import { useQuery } from "@tanstack/react-query";
import { openMessageCount, peopleCount, waitingRatingCount } from "../features/operators/index.ts";
import { waitingCount } from "../features/submissions/index.ts";
import { countItems } from "../lib/http/content-client.ts";

export type StudioPlace = {
  to: string;
  label: string;
  icon: string;
  /** A hook: how many there are, once that is known. */
  useCount?(): number | undefined;
  /** Whether the number is of what waits for somebody, and is shown so. */
  countsNews?: true;
};

/** The rail of the studio, in groups. A page is named here when it is there; each line belongs to who keeps its page. */
export const STUDIO_PLACES: readonly (readonly StudioPlace[])[] = [
  // What visitors see.
  [
    { to: "/studio", label: "Templates", icon: templates, useCount: useTemplateCount },
    { to: "/studio/types", label: "Types", icon: types, useCount: useTypeCount },
    { to: "/studio/home", label: "Home", icon: home },
    { to: "/studio/pages", label: "Pages", icon: pages, useCount: usePageCount },
  ],
  // What people send: Submissions, People, Messages, Ratings.
  [
    {
      to: "/studio/handed-in",
      label: "Submissions",
      icon: handedIn,
      useCount: useWaitingCount,
      countsNews: true,
    },
    { to: "/studio/people", label: "People", icon: people, useCount: usePeopleCount },
    {
      to: "/studio/messages",
      label: "Messages",
      icon: messages,
      useCount: useOpenMessageCount,
      countsNews: true,
    },
    {
      to: "/studio/ratings",
      label: "Ratings",
      icon: ratings,
      useCount: useWaitingRatingCount,
      countsNews: true,
    },
  ],
  // Looking back: Figures, Log.
  [
    { to: "/studio/figures", label: "Figures", icon: figures },
    { to: "/studio/log", label: "Log", icon: log },
  ],
];

/** Told anew whenever something was made or deleted: `queryClient.invalidateQueries({ queryKey: STUDIO_COUNTS })`. */
export const STUDIO_COUNTS = ["studio", "count"] as const;

function useTemplateCount(): number | undefined {
  return useQuery({
    queryKey: [...STUDIO_COUNTS, "templates"],
    queryFn: () => countItems("templates", { state: { _in: "published,hidden" } }),
  }).data;
}

function usePageCount(): number | undefined {
  return useQuery({ queryKey: [...STUDIO_COUNTS, "pages"], queryFn: () => countItems("pages", {}) }).data;
}

function useTypeCount(): number | undefined {
  return useQuery({ queryKey: [...STUDIO_COUNTS, "all types"], queryFn: () => countItems("types", {}) }).data;
}

function useWaitingCount(): number | undefined {
  return useQuery(waitingCount).data;
}

function usePeopleCount(): number | undefined {
  return useQuery(peopleCount).data;
}

function useOpenMessageCount(): number | undefined {
  return useQuery(openMessageCount).data;
}

function useWaitingRatingCount(): number | undefined {
  return useQuery(waitingRatingCount).data;
}
