import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { KitFile } from "../../../engine/job.ts";
import { hashOf } from "../../cache/bounded-cache.ts";
import { installedPath } from "../../config/program-files.ts";
import type { Db } from "../../database/connect.ts";

/**
 * What the pages of a template are made with besides its own source: the kit, whose files every version keeps by their hash, and the
 * engine, which is the compiler with its fonts and can't be kept.
 */

export type Kit = { hash: string; files: KitFile[] };
export type MadeWith = { kit: string; engine: string };

const COMPILER = "node_modules/@myriaddreamin/typst-ts-web-compiler/package.json";
const FONTS = "@expo-google-fonts/";

export function readKit(folder = installedPath("library/kit")): Kit {
  const files = globSync("**/*.typ", { cwd: folder })
    .sort()
    .map((name) => ({
      path: `/kit/${name.split(path.sep).join("/")}`,
      source: readFileSync(path.join(folder, name), "utf8"),
    }));
  return { hash: hashOf(files), files };
}

/** The compiler and the packaged fonts, as in the lock file; the operator's own fonts are not included. */
export function readEngine(): string {
  const { version } = readPackage(COMPILER);
  const { dependencies = {} } = readPackage("package.json");
  const fonts = Object.entries(dependencies).filter(([name]) => name.startsWith(FONTS));
  return `compiler ${version}, fonts ${hashOf(fonts.sort()).slice(0, 8)}`;
}

function readPackage(file: string): { version: string; dependencies?: Record<string, string> } {
  return JSON.parse(readFileSync(installedPath(file), "utf8"));
}

/** Runs at every start, before anything is published. Versions older than stored kits were made with the current one. */
export async function storeKit(db: Db, kit: Kit, now = new Date()): Promise<MadeWith> {
  await db
    .insertInto("kits")
    .values({ hash: kit.hash, files: JSON.stringify(kit.files), date_created: now.toISOString() })
    .onConflict((conflict) => conflict.column("hash").doNothing())
    .execute();
  const madeWith = { kit: kit.hash, engine: readEngine() };
  await db.updateTable("template_versions").set(madeWith).where("kit", "is", null).execute();
  await forgetFindings(db, madeWith);
  return madeWith;
}

export async function findKit(db: Db, hash: string): Promise<KitFile[] | undefined> {
  const row = await db.selectFrom("kits").select("files").where("hash", "=", hash).executeTakeFirst();
  return row && JSON.parse(row.files);
}

/**
 * How many faults the last check of a template found. The number is known of a template as it is, with the kit and the engine that are
 * there; a change of any of them makes it unknown again.
 */
export const UNCHECKED = { findings: null, checked_with: null } as const;

/** Does nothing when the template has changed since `version` was checked. */
export async function storeFindings(
  db: Db,
  { template, version, findings }: { template: string; version: number; findings: number },
  madeWith: MadeWith,
): Promise<void> {
  await db
    .updateTable("templates")
    .set({ findings, checked_with: checkedWith(madeWith) })
    .where("id", "=", template)
    .where("version_number", "=", version)
    .execute();
}

/** At a start, when another release may have brought another kit. */
export async function forgetFindings(db: Db, madeWith: MadeWith): Promise<void> {
  await db
    .updateTable("templates")
    .set(UNCHECKED)
    .where("checked_with", "<>", checkedWith(madeWith))
    .execute();
}

function checkedWith({ kit, engine }: MadeWith): string {
  return `${kit} ${engine}`;
}
