/**
 * Browser storage. It may be disabled, full, or hold data of another version: then nothing is stored, and
 * nothing breaks.
 */
export const deviceStorage = guard(() => localStorage);
/** Lives as long as the tab. */
export const tabStorage = guard(() => sessionStorage);

type GuardedStorage = {
  read(key: string): string | undefined;
  /** The value that `writeJson` wrote under this key. Undefined if nothing can be read. */
  readJson<Value>(key: string): Value | undefined;
  /** False when the browser could not store it. */
  write(key: string, text: string): boolean;
  writeJson(key: string, value: unknown): boolean;
  remove(key: string): void;
};

// Opened at each use, because where storage is switched off even naming it throws.
function guard(open: () => Storage): GuardedStorage {
  const attempt = <Result>(work: (storage: Storage) => Result): Result | undefined => {
    try {
      return work(open());
    } catch {
      return undefined;
    }
  };
  const write = (key: string, text: string) =>
    attempt((storage) => {
      storage.setItem(key, text);
      return true;
    }) ?? false;
  return {
    read: (key) => attempt((storage) => storage.getItem(key)) ?? undefined,
    readJson: (key) => attempt((storage) => JSON.parse(storage.getItem(key) ?? "null")) ?? undefined,
    write,
    writeJson: (key, value) => write(key, JSON.stringify(value)),
    remove: (key) => attempt((storage) => storage.removeItem(key)),
  };
}
