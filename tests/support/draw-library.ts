import { setPriority } from "node:os";
import { drawLibrary, drawnLibraryFolder } from "./drawn-library.ts";

// Run by scripts/test.mjs alongside the tests before the browser tests, when processors are idle.
setPriority(10);
await drawLibrary(drawnLibraryFolder());
