import templates from "virtual:icon/layers";
import { useQuery } from "@tanstack/react-query";
import { countItems, queryClient } from "../lib/content-client.ts";

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
  [{ to: "/studio", label: "Templates", icon: templates, useCount: useTemplateCount }],
  // Who comes, and what they bring: Handed in, People, Messages.
  [],
  // Looking back: Figures, Log.
  [],
];

/** Told anew whenever something was made or deleted: `queryClient.invalidateQueries({ queryKey: STUDIO_COUNTS })`. */
export const STUDIO_COUNTS = ["studio", "count"] as const;

function useTemplateCount(): number | undefined {
  return useQuery(
    { queryKey: [...STUDIO_COUNTS, "templates"], queryFn: () => countItems("templates", {}) },
    queryClient,
  ).data;
}
