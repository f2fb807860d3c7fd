import { setPriority } from "node:os";
import { drawLibrary, drawnLibraryFolder } from "./drawn-library.ts";

// Run by scripts/test.mjs beside the tests before those in a browser: it takes what they leave idle.
setPriority(10);
await drawLibrary(drawnLibraryFolder());
