import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { COMMAND_LINE } from "../../server/actions/action-log.ts";
import { createCatalogueVersion } from "../../server/catalogue/catalogue-version.ts";
import { createTemplateIndex } from "../../server/catalogue/search/template-index.ts";
import { readTranslations } from "../../server/catalogue/search/translations.ts";
import {
  createMissedSearches,
  readMissedSearches,
} from "../../server/catalogue/statistics/missed-searches.ts";
import { importLibrary } from "../../server/library/import.ts";
import { databases, describeOnDatabases, type OpenedDatabase, quietLog } from "../support/databases.ts";

const LIBRARY = fileURLToPath(new URL("../../library", import.meta.url));

/** Queries, and the type or the template of the first result. */
const FINDS: [typed: string, found: string][] = [
  // Arabic, Hebrew, Turkish, Czech, Ukrainian, Greek, Hindi
  ["سيرة ذاتية", "resumes"],
  ["חשבונית", "invoices"],
  ["özgeçmiş", "resumes"],
  ["životopis", "resumes"],
  ["рахунок", "invoices"],
  ["πρόσκληση", "invitations"],
  ["निमंत्रण", "invitations"],
  // English
  ["cv", "resumes"],
  ["curriculum vitae", "resumes"],
  ["receipt", "receipts"],
  ["bill", "invoices"],
  ["VAT", "invoices"],
  ["estimate", "quotes"],
  ["quotation", "quotes"],
  ["quote", "quotes"],
  ["hourly invoice", "stint"],
  ["retainer", "jar"],
  ["reverse charge", "frontier"],
  ["deposit", "plank"],
  ["electrician", "circuit"],
  ["catering", "quotes"],
  ["donation receipt", "ripple"],
  ["timesheet", "timesheets"],
  ["expense report", "wayfare"],
  ["grant application", "keystone"],
  ["sponsorship", "proposals"],
  ["football sponsorship", "jersey"],
  ["menu", "menus"],
  ["flyer", "flyers"],
  ["gift voucher", "tickets"],
  ["name tag", "badges"],
  ["address labels", "labels"],
  ["thank you card", "cards"],
  ["calendar", "planners"],
  ["timetable", "school"],
  ["diploma", "certificates"],
  ["award", "certificates"],
  ["letterhead", "letters"],
  ["complaint", "docket"],
  ["agenda", "meeting-notes"],
  ["birthday", "invitations"],
  ["visiting card", "business-cards"],
  ["motivation letter", "cover-letters"],
  ["annual report", "reports"],
  ["free invoice template pdf", "invoices"],
  // looks
  ["minimal", "business-cards"],
  ["minimal resume", "plainsong"],
  ["playful invoice", "invoices"],
  ["red invoice", "quarto"],
  ["blue invoice", "invoices"],
  ["black business card", "copperplate"],
  ["dark resume", "playbill"],
  ["landscape certificate", "certificates"],
  ["a5 letter", "airmail"],
  // French
  ["facture", "invoices"],
  ["devis", "quotes"],
  ["lettre de motivation", "cover-letters"],
  ["affiche", "posters"],
  // Spanish
  ["factura", "invoices"],
  ["presupuesto", "quotes"],
  ["hoja de vida", "resumes"],
  // Italian
  ["fattura", "invoices"],
  ["preventivo", "quotes"],
  // Dutch, Polish, Finnish, Swedish, Danish, Norwegian, Portuguese
  ["factuur", "invoices"],
  ["wizytówka", "business-cards"],
  ["zyciorys", "resumes"],
  ["ansioluettelo", "resumes"],
  ["affisch", "posters"],
  ["fødselsdag", "invitations"],
  ["møtereferat", "meeting-notes"],
  ["orçamento", "quotes"],
  // typos
  ["recipt", "receipts"],
  ["lebenslaf", "resumes"],
];

/** German queries, and the type or the template of the first result on pages in English and in German. */
const GERMAN_FINDS: [typed: string, found: string][] = [
  ["lebenslauf", "resumes"],
  ["rechnung", "invoices"],
  ["Rechnungsvorlage kostenlos", "invoices"],
  ["bewerbung", "cover-letters"],
  ["angebot", "quotes"],
  ["kündigung", "letters"],
  ["kuendigung", "letters"],
  ["urkunde", "certificates"],
  ["rote Rechnung", "invoices"],
  ["quittung", "receipts"],
  ["stundenzettel", "timesheets"],
  ["reisekosten", "timesheets"],
];

/** Queries, and the template that comes first. */
const FINDS_FIRST: [typed: string, template: string][] = [
  ["rental agreement", "gable"],
  ["lease", "gable"],
  ["permission slip", "nod"],
  ["photo release", "nod"],
  ["handover", "latchkey"],
  ["jam label", "pith"],
  ["honey label", "pith"],
  ["address labels", "pigeon"],
  ["birthday invitation", "wick"],
  ["wedding invitation", "ampersand"],
  ["wedding", "ampersand"],
  ["place cards", "vine"],
  ["name tags", "sett"],
  ["thank you card", "echo"],
  ["condolence card", "reed"],
  ["two weeks notice", "glider"],
  ["resignation letter", "glider"],
  ["payment reminder", "nudge"],
  ["letter of recommendation", "assay"],
  ["cancel a contract", "undo"],
  ["donation receipt", "ripple"],
  ["gift voucher", "twine"],
  ["lost cat", "tabby"],
  ["expense report", "wayfare"],
  ["weekly timesheet", "overtime"],
  ["annual accounts", "steelyard"],
  ["lab report", "vial"],
  ["incident report", "tremor"],
  ["habit tracker", "abacus"],
  ["worksheet", "foolscap"],
  ["class list", "duffel"],
  ["price list", "comb"],
  ["coffee menu", "crema"],
  ["year planner", "loom"],
  ["software cv", "rebase"],
  ["ATS resume", "plainsong"],
  ["hourly invoice", "stint"],
  ["reverse charge invoice", "frontier"],
  ["purchase order", "manila"],
  ["delivery note", "pallet"],
  ["packing slip", "pallet"],
  ["credit note", "boomerang"],
  ["payslip", "millrace"],
  ["employment contract", "tenon"],
  ["job offer letter", "doorstep"],
  ["NDA", "hush"],
  ["freelance contract", "cairn"],
  ["power of attorney", "signet"],
  ["press release", "ticker"],
  ["memo", "thumbtack"],
  ["budget", "honeycomb"],
  ["warning letter", "whistle"],
  ["recipe card", "simmer"],
  ["recipe", "simmer"],
  ["seating chart", "dahlia"],
  ["seating plan", "dahlia"],
  ["wedding programme", "plait"],
  ["wedding program", "plait"],
  ["funeral programme", "vesper"],
  ["baby shower", "lullaby"],
  ["itinerary", "meander"],
  ["bookmark", "lamplight"],
  ["library bookmark", "lamplight"],
  ["membership card", "shoal"],
  ["member card", "shoal"],
  ["club card", "shoal"],
  ["loyalty card", "shoal"],
  ["reference letter", "assay"],
  ["business plan", "runway"],
  ["startup plan", "runway"],
  ["company plan", "runway"],
  ["essay", "ibid"],
  ["term paper", "ibid"],
  ["report with references", "ibid"],
  ["bibliography", "ibid"],
  ["homework essay", "ibid"],
  ["seminar paper", "ibid"],
  ["gift tag", "eyelet"],
  ["present tag", "eyelet"],
  ["hang tag", "eyelet"],
  ["calendar", "paintbox"],
  ["yearly calendar", "paintbox"],
  ["twelve-month calendar", "paintbox"],
  ["12 month calendar", "paintbox"],
  ["wall calendar", "paintbox"],
  ["trifold brochure", "hinge"],
  ["trifold", "hinge"],
  ["brochure", "hinge"],
  ["leaflet", "hinge"],
  ["folded flyer", "hinge"],
  ["pamphlet", "hinge"],
  ["house rules", "enamel"],
  ["rules poster", "enamel"],
  ["rules", "enamel"],
  ["room rules", "enamel"],
  ["guest rules", "enamel"],
  ["lesson plan", "ferrule"],
  ["teaching plan", "ferrule"],
  ["unit plan", "ferrule"],
  ["class plan", "ferrule"],
  ["sign-up sheet", "dibs"],
  ["sign up", "dibs"],
  ["volunteer list", "dibs"],
  ["potluck list", "dibs"],
  ["attendance list", "dibs"],
  ["baby shower invitation", "lullaby"],
  ["reminder", "nudge"],
  ["non-disclosure agreement", "hush"],
  ["confidentiality agreement", "hush"],
  ["recommendation letter", "assay"],
  ["table plan", "dahlia"],
  ["pay stub", "millrace"],
  ["job offer", "doorstep"],
  ["refund note", "boomerang"],
  ["funeral program", "vesper"],
  ["order of service", "plait"],
  ["potluck sign-up", "dibs"],
  ["household budget", "honeycomb"],
  ["travel itinerary", "meander"],
];

/** German queries, on pages in English and in German. */
const GERMAN_FINDS_FIRST: [typed: string, template: string][] = [
  ["Bestellung", "manila"],
  ["Lieferschein", "pallet"],
  ["Gutschrift", "boomerang"],
  ["Gehaltsabrechnung", "millrace"],
  ["Arbeitsvertrag", "tenon"],
  ["Stellenangebot", "doorstep"],
  ["Geheimhaltungsvereinbarung", "hush"],
  ["Freelancer-Vertrag", "cairn"],
  ["Vollmacht", "signet"],
  ["Pressemitteilung", "ticker"],
  ["Aktennotiz", "thumbtack"],
  ["Haushaltsplan", "honeycomb"],
  ["Abmahnung", "whistle"],
  ["Rezeptkarte", "simmer"],
  ["Sitzplan", "dahlia"],
  ["Hochzeitsprogramm", "plait"],
  ["Trauerprogramm", "vesper"],
  ["Babyparty", "lullaby"],
  ["Reiseplan", "meander"],
  ["Lesezeichen", "lamplight"],
  ["Mitgliedskarte", "shoal"],
  ["Mitgliedsausweis", "shoal"],
  ["Clubkarte", "shoal"],
  ["Arbeitszeugnis", "assay"],
  ["Geschenkanhänger", "eyelet"],
  ["Geschenketikett", "eyelet"],
  ["Jahreskalender", "paintbox"],
  ["Kalender", "paintbox"],
  ["Wandkalender", "paintbox"],
  ["Stundenentwurf", "ferrule"],
  ["Unterrichtsplan", "ferrule"],
  ["Unterrichtsentwurf", "ferrule"],
  ["Stundenplanung", "ferrule"],
  ["Anmeldeliste", "dibs"],
  ["Mitmachliste", "dibs"],
  ["Eintragliste", "dibs"],
  ["Helferliste", "dibs"],
  ["Teilnehmerliste", "dibs"],
  ["Empfehlungsschreiben", "assay"],
  ["Zahlungserinnerung", "nudge"],
];

/** German queries, on pages in German. */
const FINDS_FIRST_IN_GERMAN: [typed: string, template: string][] = [
  ["Mietvertrag", "gable"],
  ["Mahnung", "nudge"],
  ["Speiseplan", "gingham"],
  ["Buchzeichen", "lamplight"],
  ["Vereinsausweis", "shoal"],
  ["Businessplan", "runway"],
  ["Geschäftsplan", "runway"],
  ["Gründung", "runway"],
  ["Seminararbeit", "ibid"],
  ["Literaturverzeichnis", "ibid"],
  ["Aufsatz", "ibid"],
  ["Facharbeit", "ibid"],
  ["Anhänger", "eyelet"],
  ["Faltblatt", "hinge"],
  ["Broschüre", "hinge"],
  ["Flyer gefaltet", "hinge"],
  ["Wickelfalz", "hinge"],
  ["Prospekt", "hinge"],
  ["Hausordnung", "enamel"],
  ["Hausregeln", "enamel"],
  ["Regeln", "enamel"],
  ["Benutzungsordnung", "enamel"],
  ["Sitzordnung", "dahlia"],
  ["Referenzschreiben", "assay"],
  ["Erinnerung", "nudge"],
  ["Lohnabrechnung", "millrace"],
  ["Verschwiegenheitserklärung", "hush"],
  ["NDA", "hush"],
  ["Einladung Babyparty", "lullaby"],
  ["Tischplan", "dahlia"],
  ["Trauerfeier", "vesper"],
  ["Kirchenheft", "plait"],
  ["Haushaltsbuch", "honeycomb"],
  ["Rezept", "simmer"],
  ["Jobangebot", "doorstep"],
  ["Packzettel", "pallet"],
  ["Rechnungskorrektur", "boomerang"],
  ["Memo", "thumbtack"],
  ["Presseinformation", "ticker"],
  ["Honorarvertrag", "cairn"],
  ["Budget", "honeycomb"],
];

/** Queries on pages in a language, and the type of the first result. */
const FINDS_IN_LANGUAGE: [language: string, typed: string, type: string][] = [
  ["de", "Brief", "letters"], // and not a brief
  ["de", "Rechnung", "invoices"],
  ["de", "Lebenslauf", "resumes"],
  ["de", "Urkunde", "certificates"],
  ["de", "Angebot", "quotes"],
  ["de", "Einladung", "invitations"],
  ["de", "Quittung", "receipts"],
  ["de", "Speisekarte", "menus"],
  ["de", "Rechnng", "invoices"],
  ["de", "invoice", "invoices"],
  ["ar", "فاتورة", "invoices"],
  ["ar", "سيرة ذاتية", "resumes"],
  ["ar", "شهادة", "certificates"],
  ["ar", "دعوة", "invitations"],
  ["ar", "invoice", "invoices"],
  ["en", "letter", "letters"],
  ["en", "poster", "posters"],
  ["de", "letter", "letters"],
  ["de", "poster", "posters"],
  ["ar", "letter", "letters"],
  ["ar", "poster", "posters"],
];

describe("the starter library", () => {
  let opened: OpenedDatabase;
  let find: (typed: string, language?: string) => Promise<string[]>;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const [sqlite] = databases;
    if (!sqlite) throw new Error("no database");
    opened = await sqlite.open();
    const { database } = opened;
    const catalogue = await createCatalogueVersion(database, quietLog);
    const madeWith = { kit: "a kit", engine: "an engine" };
    await importLibrary({
      database,
      catalogue,
      madeWith,
      folder: LIBRARY,
      actor: COMMAND_LINE,
      log: quietLog,
    });
    const index = createTemplateIndex(database, catalogue, quietLog, readTranslations);
    index.start();
    await vi.waitUntil(index.isReady, { timeout: 30_000 });
    find = async (typed, language) => {
      const ids = (await index.search(typed, language)).slice(0, 3);
      const rows = await database.db.selectFrom("templates").select(["id", "type", "slug"]).execute();
      return ids.flatMap((id) =>
        rows.filter((row) => row.id === id).flatMap(({ type, slug }) => [type, slug]),
      );
    };
    close = async () => {
      await index.close();
      await catalogue.close();
    };
  });
  afterAll(async () => {
    await close();
    await opened.close();
  });

  test.each([...FINDS, ...GERMAN_FINDS])("“%s” leads to %s first", async (typed, found) => {
    expect((await find(typed)).slice(0, 2)).toContain(found);
  });

  test.each(FINDS_IN_LANGUAGE)("in %s, “%s” leads to %s first", async (language, typed, type) => {
    expect((await find(typed, language))[0]).toBe(type);
  });

  test.each([...FINDS_FIRST, ...GERMAN_FINDS_FIRST])("“%s” finds %s first", async (typed, template) => {
    expect((await find(typed, "en"))[1]).toBe(template);
  });

  test.each(GERMAN_FINDS)("in German, “%s” leads to %s first", async (typed, found) => {
    expect((await find(typed, "de")).slice(0, 2)).toContain(found);
  });

  test.each([...GERMAN_FINDS_FIRST, ...FINDS_FIRST_IN_GERMAN])(
    "in German, “%s” finds %s first",
    async (typed, template) => {
      expect((await find(typed, "de"))[1]).toBe(template);
    },
  );

  test("ignores words that no template has", async () => {
    expect(await find("kangaroo")).toEqual([]);
    expect(await find("invoice kangaroo")).toContain("invoices");
    expect(await find("menu du jour")).toContain("menus");
  });

  test("has keywords in all languages for every type", async () => {
    const types = await opened.database.db.selectFrom("types").select(["id", "words"]).execute();
    const languages = "da de en es fi fr it nb nl pl pt sv".split(" ");
    for (const { id, words } of types)
      expect(Object.keys(JSON.parse(words)), id).toEqual(expect.arrayContaining(languages));
    const said = types.find(({ id }) => id === "invoices")?.words ?? "{}";
    expect(Object.keys(JSON.parse(said))).toEqual(expect.arrayContaining(["ar", "el", "he", "uk"]));
  });
});

describeOnDatabases("failed searches on $name", ({ open }) => {
  let opened: OpenedDatabase;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  test("are counted by query and day without personal data", async () => {
    const { db } = opened.database;
    const first = createMissedSearches(opened.database, quietLog);
    for (const words of [
      "Seating plan",
      "seating  plan!",
      "ada@example.org",
      "+49 30 1234567",
      "x".repeat(80),
      " ",
    ])
      first.count(words);
    await first.close();
    const second = createMissedSearches(opened.database, quietLog);
    second.count("séating plan");
    second.count("zebra");
    await second.close();
    const today = new Date().toISOString().slice(0, 10);
    await expect(readMissedSearches(db, 10)).resolves.toEqual([
      { words: "seating plan", times: 3, last_day: today },
      { words: "zebra", times: 1, last_day: today },
    ]);
  });

  test("are limited to the most frequent", async () => {
    const { db } = opened.database;
    const rows = Array.from({ length: 5_000 }, (_, number) => ({
      words: `w${number}`,
      times: 2,
      last_day: "2026-01-01",
    }));
    for (let at = 0; at < rows.length; at += 500)
      await db
        .insertInto("missed_searches")
        .values(rows.slice(at, at + 500))
        .execute();
    const missed = createMissedSearches(opened.database, quietLog);
    missed.count("seating plan");
    await missed.close();
    const kept = await readMissedSearches(db, 10_000);
    expect(kept).toHaveLength(5_000);
    expect(kept[0]).toMatchObject({ words: "seating plan", times: 4 });
    expect(kept.map(({ words }) => words)).not.toContain("zebra");
  });
});
