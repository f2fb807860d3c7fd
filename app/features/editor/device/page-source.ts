import type { RenderedPages } from "../../../../contract/rendering/render.ts";
import { RefusedCall } from "../../../lib/http/http-client.ts";

/**
 * Where the preview gets its pages: from the server, and from this device once it has made a page that equals the server's. If the device
 * fails or is slower, the server answers again, and nothing is said about it.
 */
export type PageSource<Draft> = {
  ask(draft: Draft, signal: AbortSignal): Promise<RenderedPages>;
  /** Starts to render on the device as well. */
  startDevice(): void;
  stopDevice(): void;
};

type Parts<Draft> = {
  server(draft: Draft, signal: AbortSignal): Promise<RenderedPages>;
  device(draft: Draft, signal?: AbortSignal): Promise<RenderedPages>;
  onTakeOver(): void;
  onFailure(): void;
  now?: () => number;
};

/** How much longer the device may take than the server did: some pages take a moment longer on any device. */
const MAX_SLOWER_MS = 200;
const SLOW_ANSWERS = 6; // the first ones are slow: the browser still optimises the engine
/** The device failed, not the document. */
const DEVICE_CODES: readonly string[] = ["RENDER_CRASHED", "RENDER_TIMED_OUT"];

export function createPageSource<Draft>({
  server,
  device,
  onTakeOver,
  onFailure,
  now = () => performance.now(),
}: Parts<Draft>): PageSource<Draft> {
  let state: "server" | "proving" | "device" | "failed" = "server";
  let isProving = false;
  let last: { draft: Draft; pages: RenderedPages } | undefined;
  let serverMs = 0;
  let slow = 0;

  function fail(): void {
    if (state === "failed") return;
    state = "failed";
    onFailure();
  }

  async function askServer(draft: Draft, signal: AbortSignal): Promise<RenderedPages> {
    const from = now();
    const pages = await server(draft, signal);
    serverMs = now() - from;
    last = { draft, pages };
    void prove();
    return pages;
  }

  /** The same draft on the device. The first time it also loads the engine; only a second page says how fast it is. */
  async function prove(): Promise<void> {
    if (state !== "proving" || isProving || !last) return;
    isProving = true;
    const { draft, pages } = last;
    try {
      const made = await device(draft);
      if (state !== "proving") return;
      if (!isSame(made, pages)) return fail();
      state = "device";
      onTakeOver();
    } catch {
      if (state === "proving") fail();
    } finally {
      isProving = false;
    }
  }

  async function askDevice(draft: Draft, signal: AbortSignal): Promise<RenderedPages | undefined> {
    const from = now();
    try {
      const pages = await device(draft, signal);
      slow = now() - from > serverMs + MAX_SLOWER_MS ? slow + 1 : 0;
      if (slow >= SLOW_ANSWERS) fail();
      return pages;
    } catch (error) {
      if (signal.aborted) throw error;
      if (state !== "device") return undefined;
      if (error instanceof RefusedCall && !DEVICE_CODES.includes(error.code)) throw error;
      fail();
      return undefined;
    }
  }

  return {
    ask: async (draft, signal) =>
      (state === "device" ? await askDevice(draft, signal) : undefined) ?? askServer(draft, signal),
    startDevice: () => {
      if (state !== "server") return;
      state = "proving";
      void prove();
    },
    stopDevice: () => {
      if (state !== "failed") state = "server";
    },
  };
}

function isSame(one: RenderedPages, other: RenderedPages): boolean {
  return one.printed === other.printed && JSON.stringify(one.pages) === JSON.stringify(other.pages);
}
