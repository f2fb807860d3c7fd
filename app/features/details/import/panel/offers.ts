import { plural, t } from "@lingui/core/macro";
import {
  DETAIL_LISTS,
  DETAIL_TEXTS,
  isPicture,
  type MeaningRow,
  type MeaningValues,
} from "../../../../../contract/people/details.ts";
import { rowTextFor } from "../../../../../shared/filling/composed-values.ts";
import { formatList } from "../../../../lib/i18n/intl.ts";
import { listLabel, textLabel } from "../../detail-labels.ts";

/** One value of a file (a text, a picture or a whole list), compared with the current one. */
export type Offer = {
  /** "sender.name", or "work" for a list. */
  name: string;
  label: string;
  /** In one line; for a picture its address. */
  shown: string;
  state: "new" | "same" | "differs";
  /** The current value, if it differs. */
  here?: string;
};

const SENDERS = DETAIL_TEXTS.filter((name) => name.startsWith("sender."));

/** The sender first, then lists such as work and education, then the other texts of a CV. */
export function listOffers(understood: MeaningValues, here: MeaningValues): Offer[] {
  const texts = (names: readonly string[]) =>
    names.flatMap((name) => {
      const text = understood.texts[name];
      return text === undefined ? [] : [offerText(name, text, here.texts[name])];
    });
  const lists = Object.keys(DETAIL_LISTS).flatMap((name) => {
    const rows = understood.lists[name];
    return rows === undefined ? [] : [offerRows(name, rows, here.lists[name] ?? [])];
  });
  return [...texts(SENDERS), ...lists, ...texts(DETAIL_TEXTS.filter((name) => !SENDERS.includes(name)))];
}

function offerText(name: string, text: string, here: string | undefined): Offer {
  const offer = {
    name,
    label: textLabel(name),
    shown: isPicture(name) ? text : inOneLine(name, text),
  };
  if (!here) return { ...offer, state: "new" };
  if (here === text) return { ...offer, state: "same" };
  return {
    ...offer,
    state: "differs",
    here: isPicture(name) ? t`your current picture` : inOneLine(name, here),
  };
}

function offerRows(name: string, rows: readonly MeaningRow[], here: readonly MeaningRow[]): Offer {
  const offer = { name, label: listLabel(name), shown: formatRows(name, rows) };
  if (here.length === 0) return { ...offer, state: "new" };
  if (JSON.stringify(rows.map(sorted)) === JSON.stringify(here.map(sorted)))
    return { ...offer, state: "same" };
  return { ...offer, state: "differs", here: formatRows(name, here) };
}

const sorted = (row: MeaningRow) => Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1));

function countRows(list: string, count: number): string | undefined {
  if (list === "work") return plural(count, { one: "# position", other: "# positions" });
  if (list === "education") return plural(count, { one: "# school", other: "# schools" });
  if (list === "projects") return plural(count, { one: "# project", other: "# projects" });
  if (list === "publications") return plural(count, { one: "# publication", other: "# publications" });
  return list === "awards" ? plural(count, { one: "# award", other: "# awards" }) : undefined;
}

/** "3 positions, 2016 to present"; skills are listed by name. */
function formatRows(name: string, rows: readonly MeaningRow[]): string {
  const count = countRows(name, rows.length);
  if (!count)
    return formatList(
      rows.flatMap((row) => Object.values(row)),
      "unit",
    );
  const span = name === "work" ? formatYears(rows) : "";
  return span ? formatList([count, span], "unit") : count;
}

function formatYears(rows: readonly MeaningRow[]): string {
  const years = rows.map((row) => rowTextFor("years", row) ?? "");
  const all = years.flatMap((text) => text.match(/\d{4}/g) ?? []).sort();
  const [first, last] = [all[0], all.at(-1)];
  if (!first) return "";
  if (years.some((text) => text.endsWith("–present"))) return t`${first} to present`;
  return first === last ? first : t`${first} to ${{ last: last ?? "" }}`;
}

/** Lines of a list or an address; those of a text are sentences. */
function inOneLine(name: string, text: string): string {
  return text.split("\n").join(name === "sender.about" ? " " : ", ");
}

/** A sender's values with the selected ones; a list replaces the current list. */
export function applyOffers(
  here: MeaningValues,
  understood: MeaningValues,
  chosen: ReadonlySet<string>,
): MeaningValues {
  const pick = <Value>(from: Record<string, Value>) =>
    Object.fromEntries(Object.entries(from).filter(([name]) => chosen.has(name)));
  return {
    texts: { ...here.texts, ...pick(understood.texts) },
    lists: { ...here.lists, ...pick(understood.lists) },
  };
}
