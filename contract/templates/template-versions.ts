import { z } from "zod";
import { MAX_VERSION_NOTE } from "../limits.ts";
import type { NumberedChange } from "./version-changes.ts";

/** Requests and answers under /template-versions, for operators. */

/** `GET /template-versions/of/:template` */
export type VersionHistory = {
  template: {
    id: string;
    name: string;
    url: string;
    state: "published" | "hidden";
    /** A folder of the library brings it, and its next change. */
    isFromFiles: boolean;
  };
  /** The newest first. */
  versions: ListedVersion[];
};

export type ListedVersion = {
  id: string;
  number: number;
  note: string | null;
  date_created: string;
  /** Who published it; null: the library, a program or a deleted account. */
  by: string | null;
  /** How many documents are made with it. */
  documents: number;
  kit: string | null;
};

/** `GET /template-versions/:a/changes/:b`: pages are those of the sample, counted from 1. */
export type VersionChanges = {
  /** `words` is the change in English, without the field's label. */
  words: (NumberedChange & { words: string })[];
  pages: { before: number; after: number; changed: number[] };
};

/** `POST /template-versions/:id/restore` */
export const restoreRequest = z.strictObject({
  note: z.string().trim().min(1).max(MAX_VERSION_NOTE).nullable().default(null),
  /** The number of the newest version when restoring was started. */
  base: z.int().min(1).optional(),
});
