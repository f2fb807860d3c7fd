import { type DetailsSet, NO_VALUES } from "../../../../contract/people/details.ts";
import { createStore } from "../../../lib/browser/store.ts";
import { RefusedCall, reasonOf } from "../../../lib/http/http-client.ts";
import {
  chooseInAccount,
  createInAccount,
  type KnownSet,
  listAccount,
  removeFromAccount,
  saveInAccount,
} from "./account-details.ts";
import { type DeviceSet, readDevice, writeDevice } from "./device-details.ts";
import { afterSending, isSame } from "./merged-values.ts";

/** "away": on this device, sent once there is a connection. "unstored": this browser can't store a visitor's details. */
export type SaveState = "saved" | "saving" | "away" | "refused" | "unstored";
type Details = {
  /** A person's email, "" for a visitor; undefined until the session is known. */
  owner: string | undefined;
  sets: readonly DetailsSet[];
  isReady: boolean;
  state: SaveState;
  /** Why the server refused the last change. */
  problem: string;
};

const UNKNOWN: Details = { owner: undefined, sets: [], isReady: false, state: "saved", problem: "" };
export const details = createStore<Details>(UNKNOWN);

const PAUSE_MS = 400; // a pause between words
const RETRY_MS = 5_000;
/** Ids of sets with changes that the account doesn't have. */
const unsent = new Set<string>();
/** The account's last known version of each set, by its id here: a set that was created here has another id there. */
const inAccount = new Map<string, KnownSet>();
let opening: { owner: string; done: Promise<void> } | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let sending: Promise<void> = Promise.resolve();
let channel: BroadcastChannel | undefined;

const update = (change: Partial<Details>) => details.set({ ...details.get(), ...change });

/** Loads an owner's details once. */
export function openDetails(owner: string): Promise<void> {
  if (opening?.owner === owner) return opening.done;
  clearTimeout(timer);
  unsent.clear();
  inAccount.clear();
  details.set({ ...UNKNOWN, owner });
  listen();
  opening = { owner, done: read(owner) };
  return opening.done;
}

/** Loads them again after a change in another tab. */
async function readAgain(): Promise<void> {
  const { owner } = details.get();
  if (owner !== undefined && unsent.size === 0) await read(owner);
}

async function read(owner: string): Promise<void> {
  const stored = await readDevice(owner);
  if (owner === "") return show(owner, stored);
  const here = stored.map(unsentHere);
  try {
    const there = (await listAccount()).map(known);
    const missing = here.filter(({ id }) => !there.some((each) => each.id === id));
    // Removed elsewhere while it was changed here: it is created again.
    for (const { id } of missing) inAccount.delete(id);
    show(owner, [...there.map((set) => here.find(({ id }) => id === set.id) ?? set), ...missing]);
    if (here.length > 0) plan(0);
  } catch (error) {
    console.error("Details fetch failed", error);
    show(owner, here, "away");
    if (!(error instanceof RefusedCall)) setTimeout(() => void read(owner), RETRY_MS);
  }
}

/** A set with unsent changes: as it is on the screen, or as the device has it, with the values it was based on. */
function unsentHere({ base, ...set }: DeviceSet): DetailsSet {
  const id = idHere(set.id);
  const shown = unsent.has(id) ? details.get().sets.find((each) => each.id === id) : undefined;
  if (!unsent.has(id) && base) inAccount.set(id, { ...set, values: base });
  unsent.add(id);
  return shown ?? { ...set, id };
}

function idHere(idThere: string): string {
  return [...inAccount].find(([, there]) => there.id === idThere)?.[0] ?? idThere;
}

function show(owner: string, sets: readonly DetailsSet[], state: SaveState = "saved"): void {
  if (details.get().owner === owner) update({ sets, isReady: true, state, problem: "" });
}

/** The account's version of a set, under its id here. */
function known(set: DetailsSet): DetailsSet {
  const id = idHere(set.id);
  // The base of a change stays known until the change is sent.
  if (!(unsent.has(id) && inAccount.has(id))) inAccount.set(id, set);
  return { ...set, id };
}

/** Saves a new or changed set. Returns its id; a new set has none before. */
export function saveDetails(given: DetailsSet): string {
  const { sets } = details.get();
  const id = given.id || newId();
  const isFirst = sets.length === 0;
  const set = { ...given, id, isDefault: given.isDefault || isFirst };
  const isNew = !sets.some((each) => each.id === id);
  change(isNew ? [...sets, set] : sets.map((each) => (each.id === id ? set : each)), id);
  if (set.isDefault && sets.some((each) => each.isDefault && each.id !== id)) chooseDetails(id);
  return id;
}

/** Makes a set the default for new documents. */
export function chooseDetails(id: string): void {
  const { sets, owner } = details.get();
  change(sets.map((each) => ({ ...each, isDefault: each.id === id })));
  const there = inAccount.get(id);
  if (owner && there) enqueue(() => chooseInAccount(there.id));
}

export function removeDetails(id: string): void {
  const { sets, owner } = details.get();
  const left = sets.filter((each) => each.id !== id);
  const hasDefault = left.some(({ isDefault }) => isDefault);
  unsent.delete(id);
  change(left.map((each, at) => (at === 0 && !hasDefault ? { ...each, isDefault: true } : each)));
  const there = inAccount.get(id);
  inAccount.delete(id);
  if (owner && there) enqueue(() => removeFromAccount(there.id));
}

function change(sets: readonly DetailsSet[], changed?: string): void {
  if (changed) unsent.add(changed);
  update({ sets, state: changed ? "saving" : details.get().state, problem: "" });
  void writeToDevice();
  plan(PAUSE_MS);
}

/** Writes all sets of a visitor, and of a person those that the account doesn't have yet. */
async function writeToDevice(): Promise<void> {
  const { owner, sets } = details.get();
  if (owner === undefined) return;
  try {
    await writeDevice(owner, owner === "" ? sets : sets.filter(({ id }) => unsent.has(id)).map(withBase));
    if (owner !== "") return;
    unsent.clear();
    update({ state: "saved" });
    channel?.postMessage(owner);
  } catch (error) {
    console.error("Details write failed", error);
    if (owner === "") update({ state: "unstored" });
  }
}

function withBase(set: DetailsSet): DeviceSet {
  const there = inAccount.get(set.id);
  return there ? { ...set, id: there.id, rev: there.rev, base: there.values } : set;
}

function plan(delayMs: number): void {
  clearTimeout(timer);
  if (details.get().owner) timer = setTimeout(() => enqueue(send), delayMs);
}

/** One request at a time: a removal never overtakes an earlier change. */
function enqueue(act: () => Promise<void>): void {
  sending = sending.then(act).then(
    () => channel?.postMessage(details.get().owner),
    (error: unknown) => {
      console.error("Details save failed", error);
      const isRefusal = error instanceof RefusedCall && error.status < 500 && error.status !== 429;
      update(isRefusal ? { state: "refused", problem: reasonOf(error) } : { state: "away" });
      if (!isRefusal) plan(RETRY_MS);
    },
  );
}

async function send(): Promise<void> {
  for (const id of [...unsent]) {
    const set = details.get().sets.find((each) => each.id === id);
    if (!set) {
      unsent.delete(id);
      continue;
    }
    const there = inAccount.get(id);
    const saved = there ? await saveInAccount(set, there) : await createInAccount(set);
    inAccount.set(id, saved);
    const now = details.get().sets.find((each) => each.id === id);
    const isChanged = now && !(isSame(now.values, set.values) && now.label === set.label);
    // Changes made meanwhile are sent with the next request.
    if (!isChanged) unsent.delete(id);
    // A set whose answer was lost before is in the list already, under the account's id.
    const others = details.get().sets.filter((each) => each.id === id || each.id !== saved.id);
    update({ sets: others.map((each) => (each.id === id ? afterSending(each, set, saved) : each)) });
  }
  await writeToDevice();
  if (unsent.size === 0) update({ state: "saved", problem: "" });
  else plan(PAUSE_MS);
}

function listen(): void {
  if (channel || typeof BroadcastChannel === "undefined") return;
  channel = new BroadcastChannel("typecase details");
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === details.get().owner) void readAgain();
  };
  addEventListener("online", () => plan(0));
}

/** Random, also where a page is not served securely and `randomUUID` is missing. */
function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

/** An empty sender; it is saved with its first value. */
export function emptySet(label: string): DetailsSet {
  return { id: "", label, isDefault: false, values: NO_VALUES, rev: 0 };
}
