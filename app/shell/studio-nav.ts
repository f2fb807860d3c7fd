import figures from "virtual:icon/chart-line";
import pages from "virtual:icon/file-text";
import home from "virtual:icon/house";
import handedIn from "virtual:icon/inbox";
import translations from "virtual:icon/languages";
import templates from "virtual:icon/layers";
import types from "virtual:icon/layout-grid";
import messages from "virtual:icon/mail";
import log from "virtual:icon/scroll-text";
import ratings from "virtual:icon/star";
import people from "virtual:icon/users";
import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { openMessageCount, peopleCount, waitingRatingCount } from "../features/operators/index.ts";
import { waitingSubmissionCount } from "../features/submissions/index.ts";
import { openTranslationCount } from "../features/translations/index.ts";
import { countItems } from "../lib/http/content-client.ts";

export type StudioNavItem = {
  to: string;
  label: string;
  icon: string;
  /** A hook that returns the count, once it is known. */
  useCount?(): number | undefined;
  /** Whether the count is of items to review, which are highlighted. */
  countsNews?: true;
};

/** The navigation of the studio, in groups. */
export const studioNav = (): StudioNavItem[][] => [
  // What visitors see.
  [
    { to: "/studio", label: t`Templates`, icon: templates, useCount: useTemplateCount },
    { to: "/studio/types", label: t`Types`, icon: types, useCount: useTypeCount },
    { to: "/studio/home", label: t`Home page`, icon: home },
    { to: "/studio/pages", label: t`Pages`, icon: pages, useCount: usePageCount },
  ],
  // People and what they send.
  [
    {
      to: "/studio/handed-in",
      label: t`Submissions`,
      icon: handedIn,
      useCount: useWaitingCount,
      countsNews: true,
    },
    { to: "/studio/people", label: t`People`, icon: people, useCount: usePeopleCount },
    {
      to: "/studio/messages",
      label: t`Messages`,
      icon: messages,
      useCount: useOpenMessageCount,
      countsNews: true,
    },
    {
      to: "/studio/ratings",
      label: t`Ratings`,
      icon: ratings,
      useCount: useWaitingRatingCount,
      countsNews: true,
    },
    {
      to: "/studio/translations",
      label: t`Translations`,
      icon: translations,
      useCount: useOpenTranslationCount,
      countsNews: true,
    },
  ],
  // Statistics and log.
  [
    { to: "/studio/figures", label: t`Statistics`, icon: figures },
    { to: "/studio/log", label: t`Log`, icon: log },
  ],
];

/** Invalidated whenever something is created or deleted: `queryClient.invalidateQueries({ queryKey: STUDIO_COUNTS })`. */
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
  return useQuery(waitingSubmissionCount).data;
}

function usePeopleCount(): number | undefined {
  return useQuery(peopleCount).data;
}

function useOpenMessageCount(): number | undefined {
  return useQuery(openMessageCount).data;
}

function useOpenTranslationCount(): number | undefined {
  return useQuery(openTranslationCount).data;
}

function useWaitingRatingCount(): number | undefined {
  return useQuery(waitingRatingCount).data;
}
