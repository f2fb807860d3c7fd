/** Work that is requested several times at once is done once. It is cancelled when the last caller has gone. */
type SharedWork<Result> = {
  run(
    key: string,
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result>;
};

type Flight<Result> = { result: Promise<Result>; waiting: number; cancel: AbortController };

export function createSharedWork<Result>(): SharedWork<Result> {
  const flights = new Map<string, Flight<Result>>();

  function begin(key: string, work: (signal: AbortSignal) => Promise<Result>): Flight<Result> {
    const cancel = new AbortController();
    const forget = () => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    const flight: Flight<Result> = { result: work(cancel.signal).finally(forget), waiting: 0, cancel };
    // A later caller must not get the cancelled work.
    cancel.signal.addEventListener("abort", forget, { once: true });
    flights.set(key, flight);
    return flight;
  }

  return {
    run: async (key, signal, work) => {
      const flight = flights.get(key) ?? begin(key, work);
      const leave = () => {
        flight.waiting -= 1;
        if (flight.waiting === 0) flight.cancel.abort();
      };
      flight.waiting += 1;
      if (signal?.aborted) leave();
      else signal?.addEventListener("abort", leave, { once: true });
      try {
        return await flight.result;
      } finally {
        signal?.removeEventListener("abort", leave);
      }
    },
  };
}
