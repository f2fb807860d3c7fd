import { queryOptions } from "@tanstack/react-query";
import type { Figures } from "../../../../contract/site/figures.ts";
import { keywords } from "../../../../contract/templates/template-file.ts";
import { readItem, updateItem } from "../../../lib/http/content-client.ts";
import { call } from "../../../lib/http/http-client.ts";
import { queryClient } from "../../../lib/http/query-client.tsx";
import { pageLocale } from "../../../lib/i18n/intl.ts";

/** How many days back, today included. */
export const PERIODS = [7, 30, 90, 365] as const;
export type Choice = { days: (typeof PERIODS)[number]; type: string };

export function readChoice(parameters: URLSearchParams): Choice {
  const days = PERIODS.find((each) => String(each) === parameters.get("days")) ?? 30;
  return { days, type: parameters.get("type") ?? "" };
}

/** Days are counted in UTC. */
export function periodOf({ days, type }: Choice, now = new Date()): URLSearchParams {
  const from = new Date(now);
  from.setUTCDate(from.getUTCDate() - days + 1);
  const day = (moment: Date) => moment.toISOString().slice(0, 10);
  return new URLSearchParams({ from: day(from), to: day(now), ...(type ? { type } : {}) });
}

const KEY = ["studio", "figures"] as const;

export const figuresOf = (choice: Choice) =>
  queryOptions({
    queryKey: [...KEY, choice],
    queryFn: async (): Promise<Figures> => {
      const answer = await call(`site/figures?${periodOf(choice)}`);
      const { data }: { data: Figures } = await answer.json();
      return data;
    },
  });

/** Adds a search term to the keywords of a type. Resolves to false if they would be too long. */
export async function addKeyword(type: string, keyword: string): Promise<boolean> {
  const { words: known } = await readItem("types", type, { fields: ["words"] });
  const byLanguage = known as Record<string, string>;
  const en = [byLanguage.en, keyword].filter(Boolean).join(", ");
  if (!keywords.safeParse(en).success) return false;
  await updateItem("types", type, { words: { ...byLanguage, en } });
  await queryClient.invalidateQueries({ queryKey: KEY });
  return true;
}

const LONG_DAY = { weekday: "short", day: "numeric", month: "long", timeZone: "UTC" } as const;
const SHORT_DAY = { day: "numeric", month: "short", timeZone: "UTC" } as const;

/** "Sat 7 November" */
export function formatCountedDay(day: string): string {
  const formatted = new Date(`${day}T00:00:00Z`).toLocaleDateString(pageLocale(), LONG_DAY);
  // Browsers differ in the comma after an English weekday.
  return pageLocale() === "en-GB" ? formatted.replace(",", "") : formatted;
}

/** "7 Nov" */
export function formatShortDay(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(pageLocale(), SHORT_DAY);
}
