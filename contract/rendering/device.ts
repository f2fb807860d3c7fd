/** What a browser loads to render on its own (docs/decisions/35-on-this-device.md). Types of the engine are named there. */

/** Where the engine's files are, with what it must know before it reads them. Addresses have a hash of the file in them. */
export type EngineIndex<Font = unknown, Kit = unknown> = {
  /** Changes with the kit and the compiler. */
  version: string;
  compiler: string;
  /** Uncompressed: nearly all that is loaded. */
  compilerBytes: number;
  renderer: string;
  kit: Kit;
  /** `file` is an address. */
  fonts: Font[];
};

/** Below this path are the engine's files and the templates for it; a private page may load nothing else but the build. */
export const ENGINE_PATH = "/engine/";
