import { isDeepStrictEqual } from "node:util";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { drawPicture } from "../../app/lib/device/draw-picture.ts";
import { LANGUAGES, type Language } from "../../contract/templates/languages.ts";
import { PAPERS } from "../../contract/templates/theme.ts";
import { allowEngine, engineScriptPath, renderInBrowser } from "../support/device.ts";
import { formField, openSite, type Site, untilAlive, untilSettled } from "../support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

const client = (page: Page) => formField(page, "Client").first();
const engineIs = (page: Page, state: string) =>
  page.locator(`[data-engine="${state}"]`).waitFor({ state: "attached" });
const isCurrent = (page: Page) => page.locator('.ed-stage[data-current="true"]').waitFor();

/** Paths of a page's requests from now on. */
function gatherPaths(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

async function openEditor(address = `${site.server.url}/invoices/quarto/use`): Promise<Page> {
  const page = await site.open({ fresh: true });
  await allowEngine(page);
  await page.goto(address);
  await untilAlive(page);
  await isCurrent(page);
  return page;
}

describe("the engine in the browser", () => {
  it("takes over after something is typed, without a request for each change", {
    tags: ["long"],
  }, async () => {
    const page = await openEditor();
    const paths = gatherPaths(page);
    expect(paths.filter((path) => path.startsWith("/engine/"))).toEqual([]);
    await client(page).fill("Hafenbad Nord");
    await engineIs(page, "ready");
    paths.length = 0;
    await client(page).fill("Hafenbad Süd");
    await isCurrent(page);
    await page.getByLabel("Issued on", { exact: true }).fill("2026-11-03");
    await isCurrent(page);
    expect(paths.filter((path) => path.startsWith("/render/"))).toEqual([]);

    // The choice is stored, and the server answers again.
    await page.getByRole("button", { name: "Where pages are rendered" }).click();
    await page.getByRole("menuitemradio", { name: "Server" }).click();
    await page.keyboard.press("Escape");
    await client(page).fill("Hafenbad West");
    await expect.poll(() => paths.some((path) => path.startsWith("/render/"))).toBe(true);
    await page.reload();
    await untilAlive(page);
    paths.length = 0;
    await client(page).fill("Hafenbad Ost");
    await isCurrent(page);
    expect(paths.filter((path) => path.startsWith("/engine/"))).toEqual([]);
  });

  it("leaves the preview to the server when its files can't be loaded", { tags: ["long"] }, async () => {
    const page = await site.open({ fresh: true });
    await allowEngine(page);
    await page.route("**/engine/files/**", (route) => route.abort());
    await page.goto(`${site.server.url}/invoices/quarto/use`);
    await untilAlive(page);
    await client(page).fill("Hafenbad Nord");
    await engineIs(page, "failed");
    const paths = gatherPaths(page);
    await client(page).fill("Hafenbad Süd");
    await expect.poll(() => paths.some((path) => path.startsWith("/render/"))).toBe(true);
    await isCurrent(page);
  });

  it("has a worker that can't request anything", async () => {
    const answer = await fetch(site.server.url + engineScriptPath("worker"));
    expect(answer.headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'",
    );
  });

  it("is loaded by a worker that gets no data and can only request the engine", async () => {
    const answer = await fetch(site.server.url + engineScriptPath("loader"));
    expect(answer.headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self', connect-src *:*/engine/",
    );
    expect(await answer.text()).not.toMatch(/onmessage|addEventListener/);
  });
});

type Listed = { id: string; url: string; sample: Record<string, unknown>; page: { papers?: string[] } };

async function listTemplates(): Promise<Listed[]> {
  const address = "/items/templates?fields=id,url,sample,page&limit=1000&sort=url";
  const { data } = await (await fetch(site.server.url + address)).json();
  return data;
}

type Pages = { pages: { svg: string; width: number; height: number }[] };

/** PDF and pages of each with its sample, from the server and from a browser. The browser's pages, by template. */
async function expectSameBytes(
  templates: Listed[],
  languageOf: (place: number) => string,
): Promise<Map<string, Pages>> {
  // Under the strictest policy: what a private page may load is enough.
  const page = await site.visit("/invoices/quarto/use?private=1");
  const asked = templates.flatMap(({ id, sample, page: { papers = PAPERS.slice(0, 1) } }, place) =>
    papers.flatMap((paper) => {
      const theme = { paper, language: languageOf(place) };
      return [
        { template: id, kind: "pdf", mode: "final", data: sample, theme } as const,
        { template: id, kind: "pages", mode: "final", data: sample, theme } as const,
      ];
    }),
  );
  const made = await renderInBrowser(page, asked);
  const drawn = new Map<string, Pages>();
  const different: string[] = [];
  for (const [place, { template, kind, ...request }] of asked.entries()) {
    const format = kind === "pdf" ? "pdf" : "svg";
    const answer = await fetch(`${site.server.url}/render/${template}.${format}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request),
    });
    expect(answer.status).toBe(200);
    const name = `${templates.find(({ id }) => id === template)?.url} ${JSON.stringify(request.theme)}`;
    if (kind === "pdf") {
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (!Buffer.from(made[place] ?? "", "base64").equals(bytes)) different.push(`${name}: the PDF`);
    } else {
      const { kind: _, ...pages } = JSON.parse(made[place] ?? "");
      if (!isDeepStrictEqual(pages, await answer.json())) different.push(`${name}: the pages`);
      drawn.set(template, pages);
    }
  }
  expect(different).toEqual([]);
  return drawn;
}

/** How far a browser's PNG may be from the server's, whose letters another program draws. Of 255 shades. */
const PNG_LIMITS = { mean: 2, strong: 96, shareOfStrong: 0.002 };

async function pixelsOf(png: Uint8Array) {
  const { data, info } = await sharp(png)
    .flatten({ background: "#fff" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, size: `${info.width} × ${info.height}` };
}

/** First pages as PNG, from the server and from a browser, which has made the pages. */
async function expectAlikePng(
  templates: Listed[],
  drawnIn: ReadonlyMap<string, Pages>,
  theme: object,
): Promise<void> {
  const page = await site.visit("/invoices/quarto/use?private=1");
  const different: string[] = [];
  for (const { url, id, sample } of templates) {
    const first = drawnIn.get(id)?.pages[0];
    const drawn: string = await page.evaluate(`(${drawPicture})(${JSON.stringify(first)}, 96, 1e8).then(
      (blob) => new Promise((resolve) => {
        const reader = new FileReader();
        reader.onload = () => resolve(reader.result.replace(/^.*,/, ""));
        reader.readAsDataURL(blob);
      }))`);
    const answer = await fetch(`${site.server.url}/render/${id}.png`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ mode: "final", data: sample, theme, page: 1, dpi: 96 }),
    });
    expect(answer.status).toBe(200);
    const own = await pixelsOf(Buffer.from(drawn, "base64"));
    const server = await pixelsOf(new Uint8Array(await answer.arrayBuffer()));
    let [sum, strong] = [0, 0];
    for (const [at, shade] of own.data.entries()) {
      const far = Math.abs(shade - (server.data[at] ?? 0));
      sum += far;
      if (far > PNG_LIMITS.strong) strong++;
    }
    const [mean, share] = [sum / own.data.length, strong / own.data.length];
    const isAlike = own.size === server.size && mean <= PNG_LIMITS.mean && share <= PNG_LIMITS.shareOfStrong;
    if (!isAlike)
      different.push(
        `${url}: ${own.size} for ${server.size}, ${mean.toFixed(2)} on average, ${share.toFixed(4)} strong`,
      );
  }
  expect(different).toEqual([]);
}

describe("other pages", () => {
  it("request nothing of the engine, nor does an editor in which nothing was typed", async () => {
    const page = await site.open({ fresh: true });
    await allowEngine(page);
    const paths = gatherPaths(page);
    const visited = [
      "/",
      "/templates",
      "/invoices",
      "/invoices/quarto",
      "/e-invoices/open",
      "/details",
      "/login",
      "/dashboard/documents",
      "/invoices/quarto/use",
    ];
    for (const path of visited) {
      await page.goto(site.server.url + path);
      await untilAlive(page);
      await untilSettled(page);
    }
    expect(
      paths.filter((path) => /^\/engine\/|\/engine-(?:worker|loader)-|typst|\.wasm$/.test(path)),
    ).toEqual([]);
  });
});

const BILL = {
  number: "2026-014",
  issued: "2026-11-18",
  from: { name: "Feldmann & Söhne" },
  to: { name: "Atelier Moreau" },
  currency: "EUR",
  items: [{ description: "Signs", quantity: "3", price: "33.335" }],
  tax_rate: "19",
  payment: { account: "Bank of Brenholm\nDE02 1203 0000 0000 2020 51 BYLADEM1001", reference: "2026-014" },
};
const BILL_DETAILS = {
  seller: {
    vatId: "DE123456789",
    address: { street: "Lindenstraße 14", postcode: "10115", town: "Berlin", country: "DE" },
    electronicAddress: { id: "post@feldmann.example", scheme: "EM" },
    contact: { name: "Ada Feld", phone: "+49 30 5550162", email: "ada@feldmann.example" },
  },
  buyer: {
    vatId: "FR11123456782",
    address: { postcode: "69001", town: "Lyon", country: "FR" },
    electronicAddress: { id: "123456782", scheme: "0225" },
  },
  due: "2026-12-18",
  delivery: { date: "2026-11-11", country: "FR" },
};

/** In every run: a table of amounts, a letter, a page of many parts and a card, in four languages. */
const SAMPLE: Record<string, Language> = {
  "/invoices/quarto": "en",
  "/letters/plinth": "ar",
  "/resumes/margin": "he",
  "/business-cards/arc": "hi",
};

describe("a browser makes the same bytes as the server, and PNGs that differ at the edges of letters", () => {
  it("for a sample of templates", async () => {
    const all = await listTemplates();
    const urls = Object.keys(SAMPLE);
    const sample = urls.flatMap((url) => all.filter((template) => template.url === url));
    expect(sample).toHaveLength(urls.length);
    const onePaper = sample.map((template) => ({ ...template, page: {} }));
    const drawn = await expectSameBytes(onePaper, (place) => SAMPLE[urls[place] ?? ""] ?? "en");
    await expectAlikePng(sample.slice(0, 1), drawn, { paper: PAPERS[0], language: "en" });
  });

  it("for archives and e-invoices", { tags: ["long"] }, async () => {
    const { id = "" } = (await listTemplates()).find(({ url }) => url === "/invoices/quarto") ?? {};
    const page = await site.visit("/invoices/quarto/use?private=1");
    const request = { mode: "final", theme: { paper: "a4", language: "en" }, data: BILL } as const;
    const kinds = [
      { kind: "pdf", archive: true },
      { kind: "pdf", profile: "en16931", invoice: BILL_DETAILS },
      { kind: "xml", profile: "en16931", invoice: BILL_DETAILS },
      { kind: "pdf", profile: "xrechnung", invoice: BILL_DETAILS },
    ] as const;
    const made = await renderInBrowser(
      page,
      kinds.map((kind) => ({ template: id, ...request, ...kind })),
    );
    for (const [place, { kind, ...more }] of kinds.entries()) {
      const answer = await fetch(`${site.server.url}/render/${id}.${kind}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...request, ...more }),
      });
      const server = Buffer.from(await answer.arrayBuffer());
      const own = Buffer.from(made[place] ?? "", "base64");
      if (answer.ok) expect(own.equals(server), JSON.stringify(more)).toBe(true);
      // What is missing is named in both places.
      else expect(JSON.parse(made[place] ?? "").refused.errors).toEqual(JSON.parse(server.toString()).errors);
      expect(answer.ok).toBe(!("profile" in more && more.profile === "xrechnung")); // it has no buyer reference
    }
  });

  it("for all templates and papers, in all languages by turns", {
    tags: ["long"],
    timeout: 1_800_000,
  }, async () => {
    await expectSameBytes(await listTemplates(), (place) => LANGUAGES[place % LANGUAGES.length] ?? "en");
  });

  it("for all templates as PNG", { tags: ["long"], timeout: 1_800_000 }, async () => {
    const templates = await listTemplates();
    const page = await site.visit("/invoices/quarto/use?private=1");
    const asked = templates.map(
      ({ id, sample }) => ({ template: id, kind: "pages", mode: "final", data: sample, theme: {} }) as const,
    );
    const made = await renderInBrowser(page, asked);
    const drawn = templates.map(({ id }, place): [string, Pages] => [id, JSON.parse(made[place] ?? "")]);
    await expectAlikePng(templates, new Map(drawn), {});
  });
});
