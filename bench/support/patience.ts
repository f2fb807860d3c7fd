export class WaitedInVain extends Error {
  constructor(milliseconds: number, what: string) {
    super(`waited ${milliseconds / 1_000} s in vain for ${what}`);
  }
}

type Settle<T> = ConstructorParameters<typeof Promise<T>>[0];

/** A promise that gives up: a measurement that waits for ever tells nobody what it waits for. */
export function within<T>(milliseconds: number, what: string, settle: Settle<T> | Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new WaitedInVain(milliseconds, what)), milliseconds);
    const inner = settle instanceof Promise ? settle : new Promise<T>(settle);
    inner.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
