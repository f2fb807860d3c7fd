import { setPriority } from "node:os";
import { drawnLibrary } from "./site-setup.ts";

// Run by scripts/test.mjs beside the tests before those in a browser: it takes what they leave idle.
setPriority(10);
await drawnLibrary();
