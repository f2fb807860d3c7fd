import type { ErrorEntry } from "../../../../contract/error-codes.ts";
import type {
  Conformance,
  ConformanceProblem,
  PrintRequest,
  RenderedPages,
  RenderMode,
  RenderRequest,
} from "../../../../contract/rendering/render.ts";
import type { RenderTemplate } from "../../../../engine/input/render-template.ts";

/** The messages between a page and its engine worker. The page loads everything and hands over bytes; the worker has no network. */

export type DeviceRequest = Pick<RenderRequest, "data" | "theme"> &
  PrintRequest & {
    kind: "pages" | "pdf" | "sheet";
    mode: RenderMode;
  };

export type ToWorker =
  /** `index` as the server sent it (contract/rendering/device.ts). */
  | { start: { index: ArrayBuffer; compiler: ArrayBuffer; renderer: ArrayBuffer } }
  | { fonts: { file: string; bytes: ArrayBuffer }[] }
  | { template: { key: string; template: RenderTemplate } }
  | { id: number; of: string; request: DeviceRequest };

export type DeviceAnswer =
  | ({ kind: "pages" } & RenderedPages)
  | { kind: "sheet"; svg: string; width: number; height: number }
  | {
      kind: "pdf";
      bytes: Uint8Array<ArrayBuffer>;
      name: string;
      conformance: Conformance;
      problems: ConformanceProblem[];
    };

export type FromWorker =
  | { ready: true }
  | { id: number; answer: DeviceAnswer }
  /** Fonts that the document needs; it is asked for again with them. */
  | { id: number; missing: string[] }
  | { id: number; refused: { status: number; errors: ErrorEntry[] } }
  /** After a trap, or when a document took too much memory: it answers nothing more. */
  | { ended: true };
