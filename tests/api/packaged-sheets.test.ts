import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sheetFiles } from "../../server/thumbnails/packaged-sheets.ts";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import { LIBRARY } from "../support/drawn-library.ts";
import { startServerHere } from "../support/server-here.ts";

type Pictured = { url: string; image: { id: string; width: number; type: string } | null };

describeOnDatabases("the first start with a library on $name", ({ place }) => {
  let scratch: string;
  const places: Place[] = [];
  beforeAll(() => {
    scratch = mkdtempSync(join(tmpdir(), "typecase-sheets-"));
  });
  afterAll(async () => {
    rmSync(scratch, { recursive: true, force: true });
    for (const each of places) await each.remove();
  });

  /** As far as pictures are there when the server answers; it draws none. */
  async function listPictures(library: string): Promise<Pictured[]> {
    const data = await place();
    places.push(data);
    const server = await startServerHere({
      environment: { ...data.environment, LIBRARY_DIR: library, RENDER_PROCESSES: "0" },
    });
    try {
      const fields = "url,image.id,image.width,image.type";
      const answer = await server.fetch(`/items/templates?fields=${fields}&sort=url&limit=-1`);
      const { data: templates } = (await answer.json()) as { data: Pictured[] };
      const [first] = templates.filter(({ image }) => image);
      if (first?.image) {
        const picture = await server.fetch(`/assets/${first.image.id}`);
        expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/webp"]);
      }
      return templates;
    } finally {
      await server.stop();
    }
  }

  it("shows a picture of every template at once (else record them: npm run library:sheets)", async () => {
    const templates = await listPictures(LIBRARY);
    expect(templates.length).toBeGreaterThan(150);
    expect(templates.filter(({ image }) => !image).map(({ url }) => url)).toEqual([]);
  });

  it("leaves out the picture of a template that was changed since, and all with another kit", {
    tags: ["long"],
  }, async () => {
    const library = join(scratch, "changed");
    cpSync(LIBRARY, library, { recursive: true });
    const page = join(library, "invoices/studio/quarto/template.typ");
    writeFileSync(page, `${readFileSync(page, "utf8")}\n// Changed.\n`);
    const templates = await listPictures(library);
    expect(templates.filter(({ image }) => !image).map(({ url }) => url)).toEqual(["/invoices/quarto"]);

    const { index } = sheetFiles(library);
    writeFileSync(
      index,
      JSON.stringify({ ...JSON.parse(readFileSync(index, "utf8")), renderingVersion: "other" }),
    );
    expect((await listPictures(library)).filter(({ image }) => image)).toEqual([]);
  });

  it("starts without pictures when their list or a file is broken", { tags: ["long"] }, async () => {
    const library = join(scratch, "broken");
    cpSync(LIBRARY, library, { recursive: true });
    const files = sheetFiles(library);
    writeFileSync(files.index, "{");
    expect((await listPictures(library)).filter(({ image }) => image)).toEqual([]);

    cpSync(sheetFiles(LIBRARY).index, files.index);
    rmSync(files.picture("invoices/quarto"));
    const templates = await listPictures(library);
    expect(templates.find(({ url }) => url === "/invoices/quarto")?.image).toBeNull();
    expect(templates.length).toBeGreaterThan(150);
  });
});
