import { t } from "@lingui/core/macro";
import { createStore, del, get, set, type UseStore } from "idb-keyval";
import {
  type DetailsSet,
  type MeaningValues,
  readLabel,
  readValues,
} from "../../../../contract/people/details.ts";

/** Details on this device (IndexedDB): all of a visitor's, and a person's until the account has them. One row per owner; a visitor's is "". */
let opened: UseStore | undefined;
const rows = () => {
  opened ??= createStore("typecase-details", "details");
  return opened;
};

/** For a set that the account has: `base` is the values that the change started from. */
export type DeviceSet = DetailsSet & { base?: MeaningValues };

const TIMEOUT_MS = 3_000; // some browsers never answer where storage is restricted

export async function readDevice(owner: string): Promise<DeviceSet[]> {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), TIMEOUT_MS));
  try {
    const stored: unknown = await Promise.race([get(owner, rows()), late]);
    return Array.isArray(stored) ? stored.flatMap(readSet) : [];
  } catch (error) {
    console.error("Details read failed", error);
    return [];
  }
}

/** Throws if this browser can't store them. */
export async function writeDevice(owner: string, sets: readonly DeviceSet[]): Promise<void> {
  // Stored under `words`, as earlier versions did.
  const stored = sets.map(({ values, ...rest }) => ({ ...rest, words: values }));
  if (stored.length > 0) await set(owner, stored, rows());
  else await del(owner, rows());
}

/** The row may come from another version. */
function readSet(stored: unknown): DeviceSet[] {
  if (typeof stored !== "object" || stored === null) return [];
  const { id, label, isDefault, words, rev, base }: Partial<Record<string, unknown>> = { ...stored };
  if (typeof id !== "string" || id === "") return [];
  return [
    {
      id,
      label: readLabel(label) ?? t({ message: "Me", context: "name of a sender" }),
      isDefault: isDefault === true,
      values: readValues(words).values,
      rev: typeof rev === "number" ? rev : 0,
      ...(base === undefined ? {} : { base: readValues(base).values }),
    },
  ];
}
