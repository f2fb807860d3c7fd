import type { SetValue } from "../../contract/site.ts";
import type { Database, Db } from "../database/connect.ts";
import { SETTINGS, type Settings } from "../kernel/settings.ts";

/**
 * What the library is called and whom people write to. The environment decides; what it leaves open is what the first
 * operator has said. Asked for at every use, because it can be said while the server runs, on any node.
 */
export type SiteSettings = {
  name(): string;
  contactEmail(): string | undefined;
  /** Both, with what decides each. */
  describe(): { libraryName: SetValue; contactEmail: SetValue };
  /** Reads again what is stored. */
  refresh(): Promise<void>;
};

const DEFAULT_NAME = "Typecase";
/** Rows of `kept_values`. */
const STORED = { name: "library_name", contactEmail: "contact_email" };

export async function openSiteSettings(
  { db }: Pick<Database, "db">,
  set: Pick<Settings, "productName" | "contactEmail">,
): Promise<SiteSettings> {
  let stored = await readStored(db);
  const name = () => set.productName ?? (stored.get(STORED.name) || DEFAULT_NAME);
  const contactEmail = () => set.contactEmail ?? (stored.get(STORED.contactEmail) || undefined);
  return {
    name,
    contactEmail,
    describe: () => ({
      libraryName: { value: name(), setBy: set.productName ? SETTINGS.productName.variable : null },
      contactEmail: {
        value: contactEmail() ?? "",
        setBy: set.contactEmail ? SETTINGS.contactEmail.variable : null,
      },
    }),
    refresh: async () => {
      stored = await readStored(db);
    },
  };
}

/** In the transaction `db`. What is undefined stays as it is. */
export async function storeSiteSettings(
  db: Db,
  given: { name: string | undefined; contactEmail: string | undefined },
): Promise<void> {
  for (const [name, value] of [
    [STORED.name, given.name],
    [STORED.contactEmail, given.contactEmail],
  ] as const) {
    if (value === undefined) continue;
    await db
      .insertInto("kept_values")
      .values({ name, value })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
      .execute();
  }
}

async function readStored(db: Db): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("kept_values")
    .selectAll()
    .where("name", "in", Object.values(STORED))
    .execute();
  return new Map(rows.map(({ name, value }) => [name, value]));
}
