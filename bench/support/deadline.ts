export class DeadlineError extends Error {
  constructor(milliseconds: number, what: string) {
    super(`waited ${milliseconds / 1_000} s in vain for ${what}`);
  }
}

type Settle<T> = ConstructorParameters<typeof Promise<T>>[0];

/** Rejects after a deadline, saying what was waited for: a measurement that hangs tells nobody. */
export function within<T>(milliseconds: number, what: string, settle: Settle<T> | Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => reject(new DeadlineError(milliseconds, what)), milliseconds);
    const inner = settle instanceof Promise ? settle : new Promise<T>(settle);
    inner.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
