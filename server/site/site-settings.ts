import type { LibrarySettings } from "../../contract/site/site.ts";
import { SUBMISSION_LICENCE, type SubmissionSettings } from "../../contract/templates/drafts.ts";
import { SETTINGS, type Settings } from "../config/settings.ts";
import type { Database, Db } from "../database/connect.ts";

/**
 * What operators have decided about the library: its name, its contact address, who can sign up, which templates home's ruler shows.
 * The environment overrides the first two. Read at every use, because any node can change them while the server runs.
 */
export type SiteSettings = {
  name(): string;
  contactEmail(): string | undefined;
  isSignUpClosed(): boolean;
  /** Ids of the templates on home's ruler, in order; undefined: home chooses. */
  homeRuler(): readonly string[] | undefined;
  /** Whether people may submit templates, and the licence they must accept. */
  handingIn(): SubmissionSettings;
  /** All of it, with what decides the first two. */
  describe(): LibrarySettings;
  /** Reads again what is stored. */
  refresh(): Promise<void>;
};

const DEFAULT_NAME = "Typecase";
/** Rows of `kept_values`. */
const STORED = {
  name: "library_name",
  contactEmail: "contact_email",
  signUp: "sign_up",
  ruler: "home_ruler",
  handIn: "hand_in",
  handInLicence: "hand_in_licence",
} as const;

export async function openSiteSettings(
  { db }: Pick<Database, "db">,
  set: Pick<Settings, "productName" | "contactEmail">,
): Promise<SiteSettings> {
  let stored = await readStored(db);
  const name = () => set.productName ?? (stored.get(STORED.name) || DEFAULT_NAME);
  const contactEmail = () => set.contactEmail ?? (stored.get(STORED.contactEmail) || undefined);
  const isSignUpClosed = () => stored.get(STORED.signUp) === "closed";
  const homeRuler = () => readRuler(stored.get(STORED.ruler));
  return {
    name,
    contactEmail,
    isSignUpClosed,
    homeRuler,
    handingIn: () => ({
      isOn: stored.get(STORED.handIn) === "on",
      licence: stored.get(STORED.handInLicence) || SUBMISSION_LICENCE,
    }),
    describe: () => ({
      libraryName: { value: name(), setBy: set.productName ? SETTINGS.productName.variable : null },
      contactEmail: {
        value: contactEmail() ?? "",
        setBy: set.contactEmail ? SETTINGS.contactEmail.variable : null,
      },
      signUp: isSignUpClosed() ? "closed" : "open",
      ruler: homeRuler() ?? null,
    }),
    refresh: async () => {
      stored = await readStored(db);
    },
  };
}

type GivenSettings = {
  name?: string | undefined;
  contactEmail?: string | undefined;
  signUp?: "open" | "closed" | undefined;
  /** Null: home chooses. */
  ruler?: readonly string[] | null | undefined;
  handingIn?: SubmissionSettings | undefined;
};

/** In the transaction `db`. What is undefined stays as it is. */
export async function storeSiteSettings(db: Db, given: GivenSettings): Promise<void> {
  const { name, contactEmail, signUp, ruler, handingIn } = given;
  for (const [row, value] of [
    [STORED.name, name],
    [STORED.contactEmail, contactEmail],
    [STORED.signUp, signUp],
    [STORED.ruler, ruler === undefined ? undefined : JSON.stringify(ruler)],
    [STORED.handIn, handingIn && (handingIn.isOn ? "on" : "off")],
    [STORED.handInLicence, handingIn?.licence],
  ] as const) {
    if (value === undefined) continue;
    await db
      .insertInto("kept_values")
      .values({ name: row, value })
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

/** Only written by us. Undefined also for the null that means "choose for me". */
function readRuler(value: string | undefined): readonly string[] | undefined {
  const ids: unknown = JSON.parse(value ?? "null");
  return Array.isArray(ids) ? ids.map(String) : undefined;
}
