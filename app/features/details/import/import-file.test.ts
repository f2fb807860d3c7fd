import { readdirSync, readFileSync } from "node:fs";
import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { readImportFile } from "./import-file.ts";

const FOLDER = new URL("../../../../tests/fixtures/imports/", import.meta.url);

function aFile(content: Uint8Array | string, name = "file"): File {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return new File([new Uint8Array(bytes)], name);
}

const stored = (name: string) => aFile(readFileSync(new URL(name, FOLDER)), name);

function anArchive(folder: string, more: Record<string, Uint8Array> = {}): File {
  const names = readdirSync(new URL(`${folder}/`, FOLDER));
  const entries = names.map((name) => [
    name,
    new Uint8Array(readFileSync(new URL(`${folder}/${name}`, FOLDER))),
  ]);
  return aFile(zipSync({ ...Object.fromEntries(entries), ...more }), `${folder}.zip`);
}

async function understand(file: File) {
  const read = await readImportFile(file);
  if ("problem" in read) throw new Error(read.problem);
  return { source: read.source, ...read.result.understood, left: read.result.left };
}

async function refusalOf(file: File): Promise<string> {
  const read = await readImportFile(file);
  return "problem" in read ? read.problem : "understood";
}

const text = (words: string) => new TextEncoder().encode(words);

test("imports a complete JSON Resume and names what has no field", async () => {
  const { source, texts, lists, left } = await understand(stored("resume-whole.json"));
  expect(source).toBe("json-resume");
  expect(texts).toEqual({
    "sender.name": "Mila Sorell",
    "sender.profession": "Lighting designer",
    "sender.email": "mila@sorell.example",
    "sender.phone": "+49 555 0199",
    "sender.website": "https://sorell.example/rooms",
    "sender.about": "Lights rooms so that people look at each other.",
    "sender.street": "Lampengasse 12\nHinterhaus",
    "sender.postcode": "10437",
    "sender.town": "Windisch",
    "sender.country": "Germany",
    "cv.languages": "German (Native speaker)\nEnglish (Fluent)\nPolish",
    "cv.interests": "Lighthouses: Fresnel",
    "cv.certificates": "Working at heights, TÜV Windisch, 2022",
    "cv.references": "Ingrid Solberg: She makes walls disappear.",
  });
  expect(lists.work).toEqual([
    {
      position: "Lighting designer",
      organisation: "Studio Sorell",
      from: "2021-03-01",
      text: "Runs a studio of four.\n- Nine theatres\n- A harbour at night",
    },
    {
      position: "Head of light",
      organisation: "Solberg Kunsthall, Solberg",
      from: "2018-09",
      to: "2021-02",
      text: "Nine exhibitions, four of them touring.",
    },
    {
      position: "Assistant",
      organisation: "Brenholm Stadsteater",
      years: "2016 to 2019-13",
      text: "Followed spots; learned to wait.",
    },
    { position: "Teacher (volunteer)", organisation: "Night school", from: "2020" },
  ]);
  expect(lists.education?.map(({ study, institution, from, to }) => [study, institution, from, to])).toEqual([
    ["MA, Stage lighting", "Academy of Arts, Brenholm", "2013-10", "2016-07"],
    ["BA, Scenography", "Fenwick School of Art", undefined, "2013"],
  ]);
  expect(lists.skills).toEqual([
    { name: "Drawing (Master)", keywords: "Vectorworks, Capture" },
    { name: "Consoles", keywords: "EOS, grandMA" },
  ]);
  expect(lists.awards).toEqual([
    { title: "Bright Lamp", text: "House of Light\nFor a dark room", year: "2024" },
  ]);
  expect(lists.publications).toEqual([{ title: "Light as a guest", text: "Kulisse 4", year: "2023" }]);
  expect(lists.projects).toEqual([
    { name: "Nordlys", years: "2025–2026", text: "Light as material", tools: "LED" },
  ]);
  expect(left).toContainEqual({ what: "Work, “2019-13”", why: "not a valid date; imported as text" });
  expect(left).toContainEqual({ what: "Photo", why: "online pictures aren’t imported" });
  expect(left).toContainEqual({ what: "Profile: Lumen", why: "no matching field" });
  expect(left).toContainEqual({ what: "Work, “url”", why: "no matching field" });
  expect(left.map(({ what }) => what)).not.toContain("meta");
});

test("uses a code profile and another one as website", async () => {
  const profiles = [
    { network: "Lumen", url: "https://lumen.example/mila" },
    { network: "GitHub", username: "mila", url: "https://git.example/mila" },
  ];
  const read = async (basics: object) =>
    (await understand(aFile(text(JSON.stringify({ basics: { profiles, ...basics } })), "resume.json"))).texts;
  expect(await read({})).toEqual({
    "sender.website": "https://lumen.example/mila",
    "sender.code": "https://git.example/mila",
  });
  expect(await read({ url: "https://sorell.example" })).toEqual({
    "sender.website": "https://sorell.example",
    "sender.code": "https://git.example/mila",
  });
});

test("imports an incomplete JSON Resume with older names", async () => {
  const { texts, lists, left } = await understand(stored("resume-half.json"));
  expect(texts).toEqual({
    "sender.name": "Noor Halvorsen",
    "sender.website": "halvorsen.example",
    "sender.phone": "5550182",
  });
  expect(lists.work).toEqual([
    { position: "Engineer", organisation: "Ferrywatch", from: "2022-03", text: "- Live crossing times" },
  ]);
  expect(lists.education).toEqual([
    { study: "Automatic control", institution: "Brenholm Tekniske", to: "2014" },
  ]);
  expect(lists.skills).toEqual([{ name: "Rust" }, { name: "SQL" }]);
  expect(left).toEqual([
    { what: "1 entry in “work”", why: "not valid in JSON Resume" },
    { what: "hobbies", why: "no matching field" },
  ]);
});

test("imports the first card of a vCard 3.0", async () => {
  const { source, texts, left } = await understand(stored("card-3.vcf"));
  expect(source).toBe("vcard");
  expect(texts).toMatchObject({
    "sender.name": "Dr. Mila Ida Sorell",
    "sender.organisation": "Studio Sorell, Light, sound",
    "sender.profession": "Lighting designer; teacher",
    "sender.email": "mila@sorell.example",
    "sender.phone": "+49 555 0199",
    "sender.website": "https://sorell.example/rooms",
    "sender.street": "Lampengasse 12\nHinterhaus",
    "sender.postcode": "10437",
    "sender.town": "Windisch",
    "sender.country": "Germany",
    "sender.about":
      "Lights rooms so that people\nlook at each other, and not at the lamps. Käthe-Kollwitz- Platz is where we meet.",
  });
  expect(texts["sender.photo"]).toMatch(/^data:image\/png;base64,iVBORw0KGgo.*ggg==$/);
  expect(left).toEqual([
    { what: "Email, “old@sorell.example”", why: "only the first is imported" },
    { what: "Phone, “+49 555 0100”", why: "only the first is imported" },
    { what: "Region, “Brenholm”", why: "no matching field" },
    { what: "Birthday", why: "no matching field" },
    { what: "Other people", why: "other people’s details" },
    { what: "Contact: Noor Halvorsen", why: "other people’s details" },
  ]);
});

test("imports a vCard 4.0", async () => {
  const { texts, left } = await understand(stored("card-4.vcf"));
  expect(texts).toMatchObject({
    "sender.name": "Noor Halvorsen",
    "sender.phone": "+47-555-0182",
    "sender.profession": "Harbour engineer",
    "sender.street": "4 Custom House Row",
    "sender.town": "Port Carrow",
  });
  expect(texts["sender.photo"]).toMatch(/^data:image\/png;base64,iVBORw0KGgo/);
  expect(left).toContainEqual({ what: "Logo", why: "online pictures aren’t imported" });
  expect(left).toContainEqual({ what: "Gender", why: "no matching field" });
});

test("imports vCards in old encodings", async () => {
  const { texts } = await understand(stored("card-odd-encodings.vcf"));
  expect(texts).toEqual({
    "sender.name": "Søren Jørgensen",
    "sender.about": "Både, broer og fyrårn.\nTo linjer.",
    "sender.phone": "+45 555 0133",
    "sender.profession": "Brønddykker – og smed",
    "sender.organisation": "Fyr & Søn",
  });
});

test("imports LinkedIn's ZIP without opening other people's data", async () => {
  const { source, texts, lists, left } = await understand(anArchive("linkedin"));
  expect(source).toBe("linkedin");
  expect(texts).toEqual({
    "sender.name": "Mila Sorell",
    "sender.profession": "Lighting designer",
    "sender.about":
      "Lights rooms so that people look at each other.\nHalf of it is waiting, & the other half ladders.",
    "sender.postcode": "10437",
    "sender.town": "Windisch",
    "sender.country": "Germany",
    "sender.website": "https://sorell.example/rooms",
    "sender.email": "mila@sorell.example",
    "sender.phone": "+49 555 0199",
    "cv.languages":
      "German (Native or bilingual proficiency)\nEnglish (Full professional proficiency)\nPolish",
    "cv.certificates": "Working at heights, TUV Windisch, 2022",
  });
  expect(
    lists.work?.map(({ position, organisation, from, to }) => [position, organisation, from, to]),
  ).toEqual([
    ["Lighting designer", "Studio Sorell, Windisch", "2021-03", undefined],
    ["Head of light", "Solberg Kunsthall", "2018-09", "2021-02"],
    ["Assistant", "Brenholm Stadsteater", "2016", "2018"],
  ]);
  expect(lists.education?.[0]).toEqual({
    study: "MA Stage lighting",
    institution: "Academy of Arts, Brenholm",
    from: "2013",
    to: "2016",
    text: "With distinction\nLight club",
  });
  expect(lists.skills?.map(({ keywords }) => keywords).join(", ")).toContain("Follow spots, Lighthouses");
  expect(left).toContainEqual({ what: "Connections.csv", why: "other people’s details" });
  expect(left).toContainEqual({ what: "messages.csv", why: "not opened" });
  expect(left).toContainEqual({ what: "Endorsement_Received_Info.csv", why: "no matching field" });
  expect(left).toContainEqual({ what: "Ad_Targeting.csv", why: "not about your work" });
  expect(left).toContainEqual({ what: "Email, “old@sorell.example”", why: "only the first is imported" });
  expect(left).toContainEqual({ what: "Industry", why: "no matching field" });
});

test("imports LinkedIn's German ZIP with missing files", async () => {
  const latin = Uint8Array.from("Name\nBrückenbau\nMörtel\n", (letter) => letter.charCodeAt(0));
  const { texts, lists } = await understand(anArchive("linkedin-german", { "export/Kenntnisse.csv": latin }));
  expect(texts).toMatchObject({
    "sender.name": "Jörg Süßmann",
    "sender.profession": "Brückenbauer",
    "sender.country": "Deutschland",
    "cv.languages": "Deutsch (Muttersprache)\nDänisch (Grundkenntnisse)",
  });
  expect(lists.work).toEqual([
    {
      position: "Oberbauleiter",
      organisation: "Brückenamt Windisch",
      from: "2020-03",
      text: "Drei Brücken über die Ahle.",
    },
    { position: "Bauzeichner", organisation: "Süßmann & Söhne", from: "2012-10", to: "2019-12" },
  ]);
  expect(lists.skills).toEqual([{ keywords: "Brückenbau, Mörtel" }]);
});

test("names LinkedIn columns in unknown languages", async () => {
  const positions = `Notes:\n"This file has your positions"\n\nCompany Name,Title,Started On,Finished On\nFerrywatch,Engineer,Mar 2022,\n`;
  const { lists, left } = await understand(
    aFile(
      zipSync({
        "Berufserfahrung.csv": text(positions),
        "Profile.csv": text("Prénom,Nom,Titre\nNoor,Halvorsen,Ingénieure\n"),
        "Skills.csv": text("Compétence\nRust\n"),
      }),
    ),
  );
  expect(lists).toEqual({ work: [{ position: "Engineer", organisation: "Ferrywatch", from: "2022-03" }] });
  const why = "the names of its columns aren’t LinkedIn’s English names (Prénom, Nom, Titre)";
  expect(left).toContainEqual({ what: "Profile.csv", why });
  expect(left.map(({ what }) => what)).toEqual(["Profile.csv", "Skills.csv"]);
  const nothing = await refusalOf(aFile(zipSync({ "Profile.csv": text("Prénom,Nom\nNoor,Halvorsen\n") })));
  expect(nothing).toContain("We didn’t find any of your details in");
  expect(nothing).toContain("Prénom, Nom");
  const french = await refusalOf(aFile(zipSync({ "Postes.csv": text("Entreprise\nFerrywatch\n") })));
  expect(french).toContain("its files (Postes.csv) don’t have LinkedIn’s English names.");
});

test("imports from another Typecase", async () => {
  const json = (value: unknown) => text(JSON.stringify(value));
  const photo = Uint8Array.from(
    atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="),
    (letter) => letter.charCodeAt(0),
  );
  const file = aFile(
    zipSync({
      "account.json": json({ email: "mila@sorell.example" }),
      "profile.json": json({ name: "Mila", profession: "Lighting designer", photo: "p1", bio: null }),
      "details.json": json([
        { label: "The studio", is_default: false, words: { texts: { "sender.name": "Studio" }, lists: {} } },
        {
          label: "Me",
          is_default: true,
          words: JSON.stringify({ texts: { "sender.name": "Mila Sorell", "sender.shoe": "38" }, lists: {} }),
        },
      ]),
      "documents.json": json([]),
      "files/p1.png": photo,
    }),
  );
  const { source, texts, left } = await understand(file);
  expect(source).toBe("typecase");
  expect(texts).toMatchObject({ "sender.name": "Mila Sorell", "sender.profession": "Lighting designer" });
  expect(texts["sender.photo"]).toMatch(/^data:image\/png;base64,/);
  expect(left).toContainEqual({ what: "Sender “The studio”", why: "only the default sender is imported" });
  expect(left).toContainEqual({ what: "documents.json", why: "documents aren’t imported" });
  expect(left.some(({ why }) => why.includes("sender.shoe"))).toBe(true);
});

test("explains why a file can't be read", async () => {
  const refusals = {
    broken: await refusalOf(stored("resume-broken.json")),
    large: await refusalOf(aFile(new Uint8Array(10 * 1024 * 1024))),
    empty: await refusalOf(aFile("")),
    program: await refusalOf(aFile(Uint8Array.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0]), "resume.json")),
    latin: await refusalOf(aFile(Uint8Array.from([0x7b, 0x22, 0xe9, 0x22, 0x7d]))),
    words: await refusalOf(aFile("Dear Sir or Madam")),
    package: await refusalOf(aFile('{"name":"left-pad","version":"1.0.0"}')),
    card: await refusalOf(aFile("BEGIN:VCARD\nFN:Mila Sorell\n")),
    zip: await refusalOf(aFile(zipSync({ "notes.txt": text("hello") }))),
    cut: await refusalOf(aFile(zipSync({ "Profile.csv": text("First Name\nMila") }).slice(0, 60))),
    outside: await refusalOf(aFile(zipSync({ "../Profile.csv": text("First Name\nMila") }))),
    nothing: await refusalOf(aFile('{"basics":{},"work":[]}')),
  };
  expect(
    Object.entries(refusals).filter(
      ([, said]) => !/^.+ You can import .+, up to 8 MB\. Nothing was imported\.$/.test(said),
    ),
  ).toEqual([]);
  expect(refusals).toMatchObject({
    broken: expect.stringContaining("JSON file is damaged or incomplete"),
    large: expect.stringContaining("too large (10 MB)"),
    empty: expect.stringContaining("The file is empty."),
    program: expect.stringContaining("This type of file isn’t supported"),
    latin: expect.stringContaining("Save it as UTF-8"),
    package: expect.stringContaining("isn’t in the JSON Resume format"),
    card: expect.stringContaining("This vCard file is damaged or incomplete"),
    zip: expect.stringContaining("isn’t an export from LinkedIn or Typecase"),
    cut: expect.stringContaining("damaged or"),
    outside: expect.stringContaining("isn’t safe to open"),
    nothing: expect.stringContaining("has no details that templates use"),
  });
});

test("rejects a ZIP bomb before unpacking", async () => {
  const bomb = zipSync({ "Positions.csv": new Uint8Array(9 * 1024 * 1024) });
  expect(bomb.length).toBeLessThan(200_000);
  expect(await refusalOf(aFile(bomb))).toContain("The ZIP’s contents are too large");
});

test("reads huge and deeply nested files within limits", async () => {
  const rows = `Company Name,Title\n${"Ferrywatch,Engineer\n".repeat(100_000)}`;
  const { lists, left } = await understand(aFile(zipSync({ "Positions.csv": text(rows) })));
  expect(lists.work).toHaveLength(100);
  expect(left.at(-1)?.why).toBe("only the first 100 are imported");
  const deep = `{"basics":{"name":"Mila"},"interests":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
  expect((await understand(aFile(deep))).texts).toEqual({ "sender.name": "Mila" });
});
