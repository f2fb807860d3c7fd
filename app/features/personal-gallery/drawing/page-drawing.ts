import { RefusedCall } from "../../../lib/http/http-client.ts";
import { personalSheets } from "../../../lib/pictures/personal-sheets.ts";
import { createSheetQueue, type Progress, type QueueOptions, type SheetQueue } from "./sheet-queue.ts";
import { watchView } from "./sheets-in-view.ts";

const SECOND = 1_000;
const LATER_SECONDS = 5; // if the server does not say when

/** The sheets of a page, drawn as they come into view. Stopping brings the samples back. */
export type PageDrawing = Pick<SheetQueue, "tryAgain" | "stop">;

export function drawInView<Job>(
  parts: Pick<QueueOptions<Job>, "describe" | "findStored" | "draw">,
  onProgress: (progress: Progress) => void = () => {},
): PageDrawing {
  const { setInView, tryAgain, stop } = createSheetQueue<Job>({
    ...parts,
    retryAfter,
    show: personalSheets.set,
    onProgress,
  });
  const stopWatching = watchView(setInView);
  addEventListener("online", tryAgain);
  return {
    tryAgain,
    stop: () => {
      removeEventListener("online", tryAgain);
      stopWatching();
      stop();
    },
  };
}

function retryAfter(error: unknown): number | "never" | "away" {
  if (!(error instanceof RefusedCall)) return "away";
  if (error.status === 429 || error.status === 503) return (error.retryAfter ?? LATER_SECONDS) * SECOND;
  return error.status < 500 ? "never" : "away";
}
