import { cpSync, globSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { format } from "../../cli/library/format.ts";
import { inspectTemplateFolder } from "../../cli/library/template-folder.ts";
import { COMMAND_LINE, type LoggedAction, readActions, SERVER } from "../../server/actions/action-log.ts";
import { type CatalogueVersion, createCatalogueVersion } from "../../server/catalogue/catalogue-version.ts";
import { HIDDEN, PUBLISHED, takeOver } from "../../server/catalogue/versions/template-versions.ts";
import { newId } from "../../server/database/ids.ts";
import { exportLibrary } from "../../server/library/export.ts";
import { importLibrary, templateId } from "../../server/library/import.ts";
import { readFaults } from "../../server/library/stored-faults.ts";
import { describeOnDatabases, type OpenedDatabase, quietLog } from "../support/databases.ts";

const LIBRARY = fileURLToPath(new URL("../../library/", import.meta.url));

const MADE_WITH = { kit: "a kit", engine: "an engine" };
const scratch = mkdtempSync(path.join(tmpdir(), "typecase-round-trip-"));
const library = path.join(scratch, "library");
beforeAll(async () => {
  cpSync(LIBRARY, library, {
    recursive: true,
    filter: (file) => !["kit", "sheets"].includes(path.basename(file)),
  });
  const terminal = {
    print: () => {},
    complain: () => {},
    isWatched: false,
    follow: () => ({ step() {}, end() {} }),
  };
  await format.run({ positionals: [library], values: {}, terminal });
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function bytesOf(folder: string): Record<string, string> {
  const names = globSync("**/*.{json,typ}", { cwd: folder }).sort();
  return Object.fromEntries(names.map((name) => [name, readFileSync(path.join(folder, name), "latin1")]));
}

describeOnDatabases("on $name", (testDatabase) => {
  let opened: OpenedDatabase;
  let catalogue: CatalogueVersion;
  beforeAll(async () => {
    opened = await testDatabase.open();
    catalogue = await createCatalogueVersion(opened.database, quietLog);
  });
  afterAll(async () => {
    await catalogue.close();
    await opened.close();
  });

  test("exports an imported library byte for byte", async () => {
    const { database } = opened;
    const imported = await importLibrary({
      database,
      catalogue,
      madeWith: MADE_WITH,
      folder: library,
      actor: COMMAND_LINE,
      log: quietLog,
    });
    expect(imported.faults).toEqual([]);
    const folder = path.join(scratch, testDatabase.name);
    const exported = await exportLibrary({ database, folder });
    expect(exported.templates).toBe(imported.templates);
    expect(bytesOf(folder)).toEqual(bytesOf(library));
  });

  test("logs what an import changed, and nothing if nothing changed", async () => {
    const { database } = opened;
    const [one, other] = globSync("letters/*/*", { cwd: library }).sort() as [string, string];
    const idOf = (folder: string) => templateId("letters", path.basename(folder));
    const logged: LoggedAction[] = [];
    const bring = async () => {
      const known = new Set((await readActions(database.db, 1_000)).map(({ id }) => id));
      await importLibrary({
        database,
        catalogue,
        madeWith: MADE_WITH,
        folder: library,
        actor: SERVER,
        log: quietLog,
      });
      const lines = (await readActions(database.db, 1_000)).filter(({ id }) => !known.has(id));
      logged.splice(0, logged.length, ...lines);
      return lines.map(({ action, target_kind, target_id }) => [action, target_kind, target_id]).sort();
    };
    // The first import added so many templates that the log has only their number.
    const templates = globSync("*/*/*/template.json", { cwd: library }).length;
    const first = await readActions(database.db, 1_000);
    const created = first.filter(({ action }) => action === "template.created");
    expect(new Set(created.map(({ target_kind }) => target_kind))).toEqual(new Set(["templates"]));
    expect(created.reduce((sum, { target_id }) => sum + Number(target_id), 0)).toBe(templates);
    expect(first.some(({ action, target_id }) => action === "type.created" && target_id === "letters")).toBe(
      true,
    );
    expect(await bring()).toEqual([]);

    const away = path.join(scratch, "away");
    const source = path.join(library, one, "template.typ");
    const before = readFileSync(source, "utf8");
    try {
      writeFileSync(source, `${before}\n// another line\n`);
      renameSync(path.join(library, other), away);
      expect(await bring()).toEqual([
        ["template.changed", "template", idOf(one)],
        ["template.unpublished", "template", idOf(other)],
      ]);
      expect(logged.every(({ actor_kind, actor_id }) => actor_kind === "server" && actor_id === null)).toBe(
        true,
      );
    } finally {
      writeFileSync(source, before);
      renameSync(away, path.join(library, other));
    }
    expect(await bring()).toEqual([
      ["template.changed", "template", idOf(one)],
      ["template.published", "template", idOf(other)],
    ]);
  });

  test("creates versions, keeps hidden templates and skips taken-over ones", async () => {
    const { database } = opened;
    const { db } = database;
    const folder = globSync("letters/*/*", { cwd: library }).sort()[0] as string;
    const id = templateId("letters", path.basename(folder));
    const source = path.join(library, folder, "template.typ");
    const before = readFileSync(source, "utf8");
    const bring = (lines: string) => {
      writeFileSync(source, before + lines);
      return importLibrary({
        database,
        catalogue,
        madeWith: MADE_WITH,
        folder: library,
        actor: SERVER,
        log: quietLog,
      });
    };
    const versions = () =>
      db
        .selectFrom("template_versions")
        .select(["number", "content"])
        .where("templates_id", "=", id)
        .orderBy("number")
        .execute();
    const template = () =>
      db.selectFrom("templates").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    try {
      const known = (await versions()).length;
      await bring("\n// two\n");
      await bring("\n// two\n");
      expect((await versions()).slice(known)).toEqual([
        { number: known + 1, content: `${before}\n// two\n` },
      ]);

      await db.updateTable("templates").set(HIDDEN).where("id", "=", id).execute();
      await bring("\n// three\n");
      expect(await template()).toMatchObject({ state: "hidden", published: 0, version_number: known + 2 });

      await takeOver(db, id);
      expect((await bring("\n// four\n")).takenOver).toEqual([folder]);
      expect(await template()).toMatchObject({ content: `${before}\n// three\n`, version_number: known + 2 });
    } finally {
      writeFileSync(source, before);
      const row = { ...PUBLISHED, origin: "library" };
      await db.updateTable("templates").set(row).where("id", "=", id).execute();
      await bring("");
    }
  });

  test("reports folders without a type or category and keeps their templates", async () => {
    const { database } = opened;
    const { db } = database;
    const file = path.join(library, "types.json");
    const before = readFileSync(file, "utf8");
    const warned: unknown[] = [];
    const log = Object.assign(Object.create(quietLog), { warn: (line: unknown) => void warned.push(line) });
    const bring = (types: unknown) => {
      writeFileSync(file, JSON.stringify(types));
      return importLibrary({ database, catalogue, madeWith: MADE_WITH, folder: library, actor: SERVER, log });
    };
    const published = async () =>
      (await db.selectFrom("templates").select("id").where("published", "=", 1).execute()).length;
    try {
      const all = await published();
      const types = JSON.parse(before) as { slug: string; categories: { slug: string }[] }[];
      const letters = types.find(({ slug }) => slug === "letters");
      const lost = letters?.categories.find(
        ({ slug }) => globSync(`letters/${slug}/*`, { cwd: library }).length > 0,
      );
      const folders = globSync(`letters/${lost?.slug}/*`, { cwd: library }).sort();
      const without = types.map((type) =>
        type === letters ? { ...type, categories: type.categories.filter((each) => each !== lost) } : type,
      );
      const { unpublished, faults } = await bring(without);
      expect(unpublished).toBe(0);
      expect(faults.map(({ folder }) => folder).sort()).toEqual(folders);
      expect(faults[0]?.reason).toBe(`types.json has no category "${lost?.slug}" of the type "letters"`);
      expect(warned).toEqual(faults);
      expect(await readFaults(db)).toEqual({ faults, total: faults.length });
      expect(await published()).toBe(all);

      const withoutType = await bring(types.filter((type) => type !== letters));
      expect(withoutType.unpublished).toBe(0);
      expect(withoutType.faults.map(({ folder }) => folder)).toEqual(
        globSync("letters/*/*", { cwd: library }).sort(),
      );
      expect(await published()).toBe(all);
    } finally {
      await bring(JSON.parse(before));
      writeFileSync(file, before);
    }
    expect(await readFaults(db)).toEqual({ faults: [], total: 0 });
  });

  test("exports templates made through the API and keeps unpublished ones", async () => {
    const { database } = opened;
    const now = new Date().toISOString();
    const row = (slug: string, published: number) => ({
      id: newId(),
      type: "letters",
      category: "business",
      slug,
      url: `/letters/${slug}`,
      content: '#import "/kit/kit.typ": *\n#show: setup.with(title: "Harbour")\n#head(1)[Harbour]\n',
      template_name: "Harbour",
      image: null,
      description: null,
      fields: '{"type":"object","properties":{}}',
      sample: "{}",
      page: '{"papers":["a4","us-letter"]}',
      title: null,
      theme: "{}",
      published,
      origin: null,
      source_hash: null,
      version: "0",
      date_created: now,
      date_updated: now,
    });
    await database.db
      .insertInto("templates")
      .values([row("harbour-made-here", 1), row("harbour-withdrawn", 0)])
      .execute();
    const folder = path.join(scratch, `${testDatabase.name}-api`);
    await exportLibrary({ database, folder });
    const names = Object.keys(bytesOf(folder)).filter((name) => name.includes("harbour"));
    expect(names).toEqual(["json", "typ"].map((end) => `letters/business/harbour-made-here/template.${end}`));
    expect(inspectTemplateFolder(path.join(folder, "letters/business/harbour-made-here")).findings).toEqual(
      [],
    );
  });
});
