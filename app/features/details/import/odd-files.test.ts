import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { readBytes, readImportFile } from "./import-file.ts";
import type { ImportResult } from "./import-result.ts";

const bytes = (words: string) => new TextEncoder().encode(words);
const read = (words: string) => readBytes(bytes(words)).result;
const resume = (value: object) => read(JSON.stringify(value));
const card = (...lines: string[]) => read(["BEGIN:VCARD", ...lines, "END:VCARD"].join("\r\n"));
const linkedin = (files: Record<string, string>): ImportResult =>
  readBytes(zipSync(Object.fromEntries(Object.entries(files).map(([name, words]) => [name, bytes(words)]))))
    .result;
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test("JSON Resume: imports a photo and names unknown parts", () => {
  const { understood, left } = resume({
    basics: {
      name: "Mila",
      image: `data:image/png;base64,${PIXEL}`,
      location: { countryCode: "NO", region: "Brenholm" },
      profiles: [{ network: "Lumen", username: "mila" }],
    },
    work: [{ position: "Assistant", years: "three summers" }],
    education: [{ institution: "Ostley", score: "1.3", courses: ["Light"] }],
  });
  expect(understood.texts).toEqual({
    "sender.name": "Mila",
    "sender.photo": `data:image/png;base64,${PIXEL}`,
    "sender.country": "Norway",
  });
  expect(understood.lists).toEqual({
    work: [{ position: "Assistant", years: "three summers" }],
    education: [{ institution: "Ostley", text: "1.3\nLight" }],
  });
  expect(left).toEqual([
    { what: "Region", why: "no matching field" },
    { what: "Profile: Lumen", why: "no matching field" },
  ]);
  expect(() => resume([{ basics: {} }])).toThrow("isn’t in the JSON Resume format");
});

test("vCard: handles duplicates, companies and other name forms", () => {
  const twice = card(
    "FN:Mila",
    "ORG:One",
    "ORG:Two",
    "ADR:;;Lampengasse 12;Windisch;;10437;",
    "ADR:;;Kade 1;Larnes;;;",
  );
  expect(twice.understood.texts).toMatchObject({ "sender.organisation": "One", "sender.town": "Windisch" });
  expect(twice.left).toEqual([
    { what: "Another organisation", why: "only the first is imported" },
    { what: "Another address", why: "only the first is imported" },
  ]);
  expect(card("FN:Fyr & Søn", "N:;;;;", "ORG:Fyr & Søn").understood.texts).toEqual({
    "sender.organisation": "Fyr & Søn",
  });
  expect(card("N:Sorell;Mila;;;", "LABEL:Lampengasse 12\\n10437 Windisch").understood.texts).toEqual({
    "sender.name": "Mila Sorell",
    "sender.address": "Lampengasse 12\n10437 Windisch",
  });
  expect(card("FN:Mila", "PHOTO;ENCODING=b:AAAA").left).toEqual([
    { what: "Photo", why: "the picture can’t be read" },
  ]);
});

test("vCard: handles charsets, quoted colons and escaped separators", () => {
  const { texts } = card(
    "FN;CHARSET=ISO-8859-2;ENCODING=QUOTED-PRINTABLE:=B3=F3d=BC",
    'TEL;TYPE="cell:voice":+48 555 0182',
    "ORG:Fyr\\; Søn;Light",
  ).understood;
  expect(texts).toEqual({
    "sender.name": "łódź",
    "sender.phone": "+48 555 0182",
    "sender.organisation": "Fyr; Søn, Light",
  });
});

test("reads the first card of an address book and counts the others", () => {
  const book = Array.from({ length: 9 }, (_, at) => `BEGIN:VCARD\nFN:Person ${at}\nEND:VCARD`).join("\n");
  const { understood, left } = read(book);
  expect(understood.texts).toEqual({ "sender.name": "Person 0" });
  expect(left).toHaveLength(6);
  expect(left.at(-1)).toEqual({ what: "3 more contacts", why: "other people’s details" });
});

test("imports a vCard in UTF-16", () => {
  const words = "\ufeffBEGIN:VCARD\r\nFN:Søren Jørgensen\r\nEND:VCARD\r\n";
  const wide = new Uint8Array(
    [...words].flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8]),
  );
  expect(readBytes(wide).result.understood.texts).toEqual({ "sender.name": "Søren Jørgensen" });
});

test("LinkedIn: imports honours, projects and publications", () => {
  const { understood, left } = linkedin({
    "Profile.csv":
      'First Name,Last Name,Address,Websites\nMila,Sorell,Lampengasse 12,"[PORTFOLIO:https://sorell.example,PERSONAL:https://mila.example]"\n',
    "Education.csv": "School Name,Degree Name,Field of Study\nOstley,BSc,Physics &#38; light\n",
    "Honors.csv": "Title,Description,Issued On\nBright Lamp,For a dark room,Nov 2024\n",
    "Projects.csv": "Title,Description,Started On,Finished On\nNordlys,Light as material,03/2025,Present\n",
    "Publications.csv":
      "Name,Published On,Description,Publisher\nLight as a guest,2023-04-01,An essay,Kulisse\n",
    ...Object.fromEntries(Array.from({ length: 14 }, (_, at) => [`Other_${at}.csv`, "a\n1\n"])),
  });
  expect(understood.texts).toEqual({
    "sender.name": "Mila Sorell",
    "sender.address": "Lampengasse 12",
    "sender.website": "https://sorell.example",
  });
  expect(understood.lists).toEqual({
    education: [{ study: "BSc, Physics & light", institution: "Ostley" }],
    awards: [{ title: "Bright Lamp", text: "For a dark room", year: "2024" }],
    projects: [{ name: "Nordlys", years: "2025–present", text: "Light as material" }],
    publications: [{ title: "Light as a guest", text: "Kulisse\nAn essay", year: "2023" }],
  });
  expect(left).toContainEqual({ what: "Website, “https://mila.example”", why: "only the first is imported" });
  expect(left.at(-1)).toEqual({ what: "2 more files", why: "not opened" });
});

test("names long values and drops invisible characters", () => {
  const long = "x".repeat(5_001);
  const { understood, left } = resume({
    basics: { name: "Mila\u0000\u0007 Sorell\ufeff", summary: long },
    work: [{ position: "Assistant", summary: long }],
  });
  expect(understood).toEqual({
    texts: { "sender.name": "Mila Sorell" },
    lists: { work: [{ position: "Assistant" }] },
  });
  expect(left).toEqual([
    { what: `“${"x".repeat(24)}…”`, why: "too long" },
    { what: `Work, “${"x".repeat(24)}…”`, why: "too long" },
  ]);
});

test("rejects a ZIP with too many files", async () => {
  const many = Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`${at}.csv`, bytes("a")]));
  const zip = new File(
    [new Uint8Array(zipSync({ ...many, "Profile.csv": bytes("First Name\nMila") }, { level: 0 }))],
    "z",
  );
  expect(await readImportFile(zip)).toMatchObject({
    problem: expect.stringContaining("The ZIP’s contents are too large"),
  });
});
