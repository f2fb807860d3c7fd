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

/** How far what was typed has got. "away": kept on this device, and sent when there is a connection. */
export type KeepingState = "kept" | "saving" | "away" | "refused" | "nowhere";
type Details = {
  /** Whose: an e-mail, "" for a visitor; undefined until it is clear who is here. */
  owner: string | undefined;
  sets: readonly DetailsSet[];
  isReady: boolean;
  state: KeepingState;
  /** Why it was refused. */
  words: string;
};

const NOBODY: Details = { owner: undefined, sets: [], isReady: false, state: "kept", words: "" };
export const details = createStore<Details>(NOBODY);

const PAUSE_MS = 400; // typing goes on within it
const RETRY_MS = 5_000;
/** Changed here and not kept yet. */
const unsent = new Set<string>();
/** As the account had each when it was last heard of, and what it is called there: one that was made here has another id. */
const inAccount = new Map<string, KnownSet>();
let opening: { owner: string; done: Promise<void> } | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let sending: Promise<void> = Promise.resolve();
let channel: BroadcastChannel | undefined;

const update = (change: Partial<Details>) => details.set({ ...details.get(), ...change });

/** Reads the details of whoever is here, once. */
export function openDetails(owner: string): Promise<void> {
  if (opening?.owner === owner) return opening.done;
  clearTimeout(timer);
  unsent.clear();
  inAccount.clear();
  details.set({ ...NOBODY, owner });
  listen();
  opening = { owner, done: read(owner) };
  return opening.done;
}

/** Once more: another tab has changed something, or there was no answer. */
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
    // Removed elsewhere while it was changed here: it is made anew.
    for (const { id } of missing) inAccount.delete(id);
    show(owner, [...there.map((set) => here.find(({ id }) => id === set.id) ?? set), ...missing]);
    if (here.length > 0) plan(0);
  } catch (error) {
    console.error("Details fetch failed", error);
    show(owner, here, "away");
    if (!(error instanceof RefusedCall)) setTimeout(() => void read(owner), RETRY_MS);
  }
}

/** A set that was changed here and not sent: as it is on the screen, or as the device has kept it, with what it started from. */
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

function show(owner: string, sets: readonly DetailsSet[], state: KeepingState = "kept"): void {
  if (details.get().owner === owner) update({ sets, isReady: true, state, words: "" });
}

/** A set as the account has it, under the id that it has here. */
function known(set: DetailsSet): DetailsSet {
  const id = idHere(set.id);
  // What a change started from stays known until that is sent.
  if (!(unsent.has(id) && inAccount.has(id))) inAccount.set(id, set);
  return { ...set, id };
}

/** Keeps a set, new or changed, as one types. Gives its id: a new one comes with none. */
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

/** New documents start with this one from now on. */
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
  update({ sets, state: changed ? "saving" : details.get().state, words: "" });
  void keepOnDevice();
  plan(PAUSE_MS);
}

/** All of a visitor's; of a person what the account doesn't have yet, so that no crash and no outage loses it. */
async function keepOnDevice(): Promise<void> {
  const { owner, sets } = details.get();
  if (owner === undefined) return;
  try {
    await writeDevice(owner, owner === "" ? sets : sets.filter(({ id }) => unsent.has(id)).map(withBase));
    if (owner !== "") return;
    unsent.clear();
    update({ state: "kept" });
    channel?.postMessage(owner);
  } catch (error) {
    console.error("Details write failed", error);
    if (owner === "") update({ state: "nowhere" });
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

/** One after the other: a removal never overtakes what was typed before. */
function enqueue(act: () => Promise<void>): void {
  sending = sending.then(act).then(
    () => channel?.postMessage(details.get().owner),
    (error: unknown) => {
      console.error("Details were not kept", error);
      const isRefusal = error instanceof RefusedCall && error.status < 500 && error.status !== 429;
      update(isRefusal ? { state: "refused", words: reasonOf(error) } : { state: "away" });
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
    const kept = there ? await saveInAccount(set, there) : await createInAccount(set);
    inAccount.set(id, kept);
    const now = details.get().sets.find((each) => each.id === id);
    const isTypedOn = now && !(isSame(now.values, set.values) && now.label === set.label);
    // Typed on meanwhile: that is sent with the next turn.
    if (!isTypedOn) unsent.delete(id);
    // One whose answer was lost before is in the list already, as the account calls it.
    const others = details.get().sets.filter((each) => each.id === id || each.id !== kept.id);
    update({ sets: others.map((each) => (each.id === id ? afterSending(each, set, kept) : each)) });
  }
  await keepOnDevice();
  if (unsent.size === 0) update({ state: "kept", words: "" });
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

/** An empty sender that is not kept until something is typed in it. */
export function emptySet(label: string): DetailsSet {
  return { id: "", label, isDefault: false, values: NO_VALUES, rev: 0 };
}
