import type { ErrorEntry } from "../../../contract/error-codes.ts";
import type {
  Conformance,
  ConformanceProblem,
  PrintRequest,
  RenderedPages,
  RenderMode,
  RenderRequest,
} from "../../../contract/rendering/render.ts";
import type { BillRequest } from "../../../engine/input/bills.ts";
import type { RenderTemplate } from "../../../engine/input/render-template.ts";

/**
 * The messages between a page and its workers. The loader has the network and gets no message; the engine's worker has no network and gets
 * everything from the page.
 */

/** `index` as the server sent it (contract/rendering/device.ts). Compiled modules are shared and not copied. */
export type EngineFiles = {
  index: ArrayBuffer;
  compiler: WebAssembly.Module;
  renderer: WebAssembly.Module;
};

export type FromLoader =
  /** The part that is here, from 0 to 1. */
  | { loaded: number }
  /** `addresses`: what was loaded. */
  | { files: EngineFiles; addresses: string[] }
  | { failed: string };

export type DeviceRequest = Pick<RenderRequest, "data" | "theme"> &
  PrintRequest &
  BillRequest & {
    kind: "pages" | "pdf" | "sheet" | "xml";
    mode: RenderMode;
  };

export type ToWorker =
  | { start: EngineFiles }
  | { fonts: { file: string; bytes: ArrayBuffer }[] }
  | { template: { key: string; template: RenderTemplate } }
  | { id: number; of: string; request: DeviceRequest };

export type DeviceAnswer =
  | ({ kind: "pages" } & RenderedPages)
  | { kind: "sheet"; svg: string; width: number; height: number }
  | { kind: "xml"; bytes: Uint8Array<ArrayBuffer>; name: string }
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
