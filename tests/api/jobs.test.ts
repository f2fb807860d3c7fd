import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openValidator } from "../../cli/library/proof/verapdf.ts";
import { MAX_JOB_ROWS, MAX_ONE_PDF_ROWS, MAX_RUNNING_JOBS } from "../../contract/rendering/jobs.ts";
import { countPages } from "../../engine/pdf.ts";
import { readPdf, readReference } from "../../engine/pdf-file.ts";
import { deleteExpired } from "../../server/jobs/job-store.ts";
import { findAttachedXml } from "../../shared/bill/attached-xml.ts";
import { readBill } from "../../shared/bill/xml/bill-xml.ts";
import { withDatabase } from "../support/database-schema.ts";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import {
  aFlyerTemplate,
  aNumberTemplate,
  anInvoiceTemplate,
  as,
  boxesOf,
  readJob,
  readResult,
  startJob,
  textOfPdf,
} from "../support/jobs.ts";
import { aPerson, type Call, type Person, postJson } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";
import { OPERATOR_TOKEN } from "../support/shelf.ts";

describeOnDatabases("jobs on $name", ({ place }) => {
  const folder = mkdtempSync(join(tmpdir(), "typecase-jobs-"));
  let data: Place;
  let server: TestServer;
  let person: Person;
  let template: string;
  const call: Call = (path, init) => fetch(server.url + path, init);
  const finished = (id: string, owner = person) =>
    expect.poll(async () => (await readJob(call, id, as(owner))).state, { timeout: 60_000 }).toBe("done");

  beforeAll(async () => {
    data = await place();
    server = await startServerHere({
      environment: { ...data.environment, OPERATOR_TOKEN, RENDER_PROCESSES: "1" },
    });
    template = await aNumberTemplate(call);
    person = await aPerson(call);
  });
  afterAll(async () => {
    await server.stop();
    await data.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it("makes e-invoices, and lists what a row lacks for its own", async () => {
    const invoice = await anInvoiceTemplate(call);
    const row = {
      number: "7",
      due: "2026-12-18",
      client: { name: "Moreau" },
      tax_rate: "19",
      items: [{ description: "Signs", price: "10" }],
    };
    const seller = { name: "Feldmann", vatId: "DE123456789", address: { country: "DE" } };
    const details = { issued: "2026-11-18", seller, buyer: { address: { country: "FR" } } };
    const bills = [
      { profile: "en16931", invoice: details },
      { profile: "en16931", invoice: { ...details, buyer: undefined } },
    ];
    const body = { template: invoice, rows: [row, row], bills };
    const { id } = await startJob(call, body, as(person));
    await finished(id);
    const { problems, made, failed } = await readJob(call, id, as(person));
    expect({ made, failed }).toEqual({ made: 1, failed: 1 });
    expect(problems).toMatchObject([
      { row: 2, field: "invoice.buyer.address.country", message: "The buyer's country is missing. (BT-55)" },
    ]);
    const files = await readResult(call, id, as(person));
    const pdf = Object.entries(files).find(([name]) => name.endsWith(".pdf"))?.[1];
    const xml = findAttachedXml(pdf ?? new Uint8Array());
    expect(readBill(xml as Uint8Array).bill).toMatchObject({ number: "7", totals: { due: "11.90" } });

    for (const wrong of [{ delivery: "pdf" }, { bills: bills.slice(1) }, { template }]) {
      const answer = await postJson(call, "/render/jobs", { ...body, ...wrong }, as(person));
      expect(answer.status).toBe(400);
    }
  });

  it("makes every row once, and lists those that fail", async () => {
    const rows = Array.from({ length: 40 }, (_, index) =>
      index === 16 ? {} : { number: `no ${index + 1}` },
    );
    const started = await startJob(call, { template, rows }, as(person));
    expect(started).toMatchObject({ state: "running", rows: 40, made: 0, failed: 0, template });
    await finished(started.id);
    expect(await readJob(call, started.id, as(person))).toMatchObject({ made: 39, failed: 1 });
    const files = await readResult(call, started.id, as(person));
    const { "errors.csv": errors, ...pdfs } = files;
    expect(Object.keys(pdfs).sort()).toEqual(
      rows.flatMap((_, index) =>
        index === 16 ? [] : [`${String(index + 1).padStart(2, "0")} Slip no ${index + 1}.pdf`],
      ),
    );
    expect(await textOfPdf(pdfs["18 Slip no 18.pdf"] as Uint8Array)).toContain("Number no 18");
    const csv = await (await call(`/render/jobs/${started.id}/errors.csv`, { headers: as(person) })).text();
    expect(csv.split("\r\n")).toEqual([
      expect.stringContaining("row,field,problem"),
      expect.stringMatching(/^17,number,/),
      "",
    ]);
    expect(Buffer.from(errors ?? []).toString()).toContain("17,number,");
  });

  it("takes a CSV table whose columns name fields, with a key", async () => {
    const created = await postJson(
      call,
      "/auth/keys",
      { name: "Jobs", scopes: ["render"], days: 1 },
      as(person),
    );
    const { key } = (await created.json()).data;
    const headers = { authorization: `Bearer ${key}` };
    const send = (body: string) =>
      call(`/render/jobs?template=${template}`, {
        method: "POST",
        headers: { ...headers, "content-type": "text/csv" },
        body,
      });
    const answer = await send('number,client.name,count\r\nA1,"Berg, Ltd",2\r\nA2,,many\r\n');
    expect(answer.status).toBe(200);
    const { id } = (await answer.json()).data;
    await finished(id);
    const files = await readResult(call, id, headers);
    expect(await textOfPdf(files["1 Slip A1.pdf"] as Uint8Array)).toContain("Number A1 of Berg, Ltd");
    expect(Buffer.from(files["errors.csv"] ?? []).toString()).toContain("2,count,");
    expect((await send("number,price\r\nA1,2\r\n")).status).toBe(400);
    expect((await send("number\r\n")).status).toBe(400);
    expect((await send('number\r\n"A1')).status).toBe(400);
  });

  it("makes PDFs with bleed for a print shop, from templates that have it", async () => {
    const flyer = await aFlyerTemplate(call);
    const cut = { TrimBox: [[10, 10, 109, 220]], BleedBox: [[7, 7, 112, 223]] };
    const body = { template: flyer, rows: [{ number: "1" }, {}], bleed: true };
    const { id } = await startJob(call, body, as(person));
    await finished(id);
    expect(await readJob(call, id, as(person))).toMatchObject({ made: 1, failed: 1 });
    const corrected = await call(`/render/jobs/${id}/rows/2`, {
      method: "PUT",
      headers: { ...as(person), "content-type": "application/json" },
      body: JSON.stringify({ data: { number: "2" } }),
    });
    expect(corrected.status).toBe(200);
    const pdfs = Object.entries(await readResult(call, id, as(person)));
    expect(pdfs.map(([name]) => name)).toEqual(["1 Slip 1.pdf", "2 Slip 2.pdf"]);
    for (const [name, pdf] of pdfs) expect(boxesOf(pdf), name).toEqual(cut);

    const sendTable = (query: string) =>
      call(`/render/jobs?template=${flyer}&delivery=pdf${query}`, {
        method: "POST",
        headers: { ...as(person), "content-type": "text/csv" },
        body: "number\r\nA1\r\nA2\r\n",
      });
    const joined = async (query: string) => {
      const { data } = await (await sendTable(query)).json();
      await finished(data.id);
      const answer = await call(`/render/jobs/${data.id}/result`, { headers: as(person) });
      return boxesOf(await answer.bytes());
    };
    const twice = { TrimBox: [...cut.TrimBox, ...cut.TrimBox], BleedBox: [...cut.BleedBox, ...cut.BleedBox] };
    expect(await joined("&bleed=true")).toEqual(twice);
    expect(await joined("&bleed=false")).toEqual({ TrimBox: [], BleedBox: [] });
    expect((await sendTable("&bleed=3")).status).toBe(400);

    const refused = async (more: object) => {
      const answer = await postJson(call, "/render/jobs", { ...body, ...more }, as(person));
      return { status: answer.status, message: (await answer.json()).errors[0].message };
    };
    expect(await refused({ template })).toEqual({
      status: 400,
      message: expect.stringContaining('"bleed": this template isn\'t drawn beyond the edges of its page'),
    });
    const bill = { profile: "en16931", invoice: {} };
    expect(await refused({ bills: [bill, bill] })).toEqual({
      status: 400,
      message: expect.stringContaining("can't be combined"),
    });
  });

  it("names the files as asked, and safely", async () => {
    const rows = [{ number: "1" }, { number: "2" }];
    const body = { template, rows, names: ["../Client / A", ""] };
    const { id } = await startJob(call, body, as(person));
    await finished(id);
    const names = Object.keys(await readResult(call, id, as(person)));
    expect(names).toEqual([expect.stringMatching(/^1 [^/]*Client[^/]*\.pdf$/), "2 Slip 2.pdf"]);
    const one = { ...body, names: ["only one"] };
    expect((await postJson(call, "/render/jobs", one, as(person))).status).toBe(400);
  });

  it("delivers all rows as one PDF in their order, tagged and without what failed", async () => {
    const rows = Array.from({ length: 20 }, (_, index) =>
      index === 4 ? { number: "x".repeat(21) } : { number: `no ${index + 1}`, client: { name: "(5 0 R)" } },
    );
    const body = { template, rows, delivery: "pdf", title: "Slips of <May>" };
    const { id } = await startJob(call, body, as(person));
    await finished(id);
    const job = await readJob(call, id, as(person));
    expect(job).toMatchObject({ delivery: "pdf", title: "Slips of <May>", made: 19, date_downloaded: null });
    expect(job.problems).toMatchObject([
      { row: 5, field: "number", label: "Number", value: "x".repeat(21), text: { key: expect.any(String) } },
    ]);
    const answer = await call(`/render/jobs/${id}/result`, { headers: as(person) });
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(answer.headers.get("content-disposition")).toContain('filename="Slips of May.pdf"');
    const bytes = await answer.bytes();
    const words = await textOfPdf(bytes);
    const numbers = [...words.matchAll(/Number no (\d+) of \(5 0 R\)/g)].map(([, number]) => Number(number));
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 1).filter((row) => row !== 5));
    const file = readPdf(bytes);
    const document = file.dictionary(file.root);
    expect(countPages(file)).toBe(19);
    expect(Buffer.from(file.stream(readReference(document, "Metadata"))).toString()).toContain(
      "pdfuaid:part",
    );
    expect((await readJob(call, id, as(person))).date_downloaded).not.toBeNull();
  });

  it("delivers one PDF that veraPDF accepts as PDF/UA-1", { tags: ["long"] }, async () => {
    const rows = Array.from({ length: 18 }, (_, index) => ({ number: `no ${index + 1}` }));
    const { id } = await startJob(call, { template, rows, delivery: "pdf" }, as(person));
    await finished(id);
    const answer = await call(`/render/jobs/${id}/result`, { headers: as(person) });
    const file = join(folder, `${id}.pdf`);
    writeFileSync(file, await answer.bytes());
    const validator = openValidator();
    try {
      expect(await validator.validate(file)).toMatchObject({ isConforming: true, failures: [] });
    } finally {
      validator.close();
    }
  });

  it("refuses one PDF of too many rows, or of none", async () => {
    const send = (body: unknown) => postJson(call, "/render/jobs", body, as(person));
    const long = await send({ template, delivery: "pdf", rows: Array(MAX_ONE_PDF_ROWS + 1).fill({}) });
    expect(long.status).toBe(400);
    expect((await long.json()).errors[0].message).toContain("10000");
    const csv = await call(`/render/jobs?template=${template}&delivery=pdf`, {
      method: "POST",
      headers: { ...as(person), "content-type": "text/csv" },
      body: `number\r\n${"1\r\n".repeat(MAX_ONE_PDF_ROWS + 1)}`,
    });
    expect(csv.status).toBe(400);
    expect((await send({ template, delivery: "book", rows: [{}] })).status).toBe(400);
    const { id } = await startJob(call, { template, delivery: "pdf", rows: [{}] }, as(person));
    await finished(id);
    const answer = await call(`/render/jobs/${id}/result`, { headers: as(person) });
    expect(answer.status).toBe(409);
    expect((await answer.json()).errors[0].message).toContain("Every row of this job failed");
  });

  it("returns a row as it was sent, to its owner, until the job is deleted", async () => {
    const rows = Array.from({ length: 20 }, (_, index) =>
      index === 17 ? { count: "x" } : { number: `${index}` },
    );
    const names = rows.map((_, index) => `Slip of ${index}`);
    const theme = { language: "de" };
    const { id } = await startJob(call, { template, rows, names, theme }, as(person));
    await finished(id);
    const read = (row: string | number, by = person) =>
      call(`/render/jobs/${id}/rows/${row}`, { headers: as(by) });
    const sent = { row: 18, state: "failed", name: "Slip of 17", data: { count: "x" }, theme };
    expect((await (await read(18)).json()).data).toEqual(sent);
    for (const row of [0, 21, "x", "1e9"]) expect((await read(row)).status, String(row)).toBe(403);
    expect((await read(18, await aPerson(call))).status).toBe(403);
    await call(`/render/jobs/${id}`, { method: "DELETE", headers: as(person) });
    expect((await read(18)).status).toBe(403);
  });

  describe("a row that failed", () => {
    const put = (id: string, row: number | string, body: unknown, by = person) =>
      call(`/render/jobs/${id}/rows/${row}`, {
        method: "PUT",
        headers: { ...as(by), "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const errorOf = async (answer: Response) => (await answer.json()).errors[0].message as string;
    async function aJob(delivery: "zip" | "pdf" = "zip") {
      const rows = Array.from({ length: 20 }, (_, index) =>
        [1, 2, 17].includes(index) ? { count: "x" } : { number: `no ${index + 1}` },
      );
      const { id } = await startJob(call, { template, rows, delivery }, as(person));
      await finished(id);
      return id;
    }
    const text = async (pdf: Uint8Array | undefined) => textOfPdf(pdf ?? new Uint8Array());

    it("is made with correct values, and its PDF joins the result", async () => {
      const id = await aJob();
      const before = await readResult(call, id, as(person));
      expect(await readJob(call, id, as(person))).toMatchObject({ date_downloaded: expect.any(String) });
      const answer = await put(id, 3, { data: { number: "three" } });
      expect(await answer.json()).toMatchObject({ data: { made: 18, failed: 2, date_downloaded: null } });
      const { problems, rows } = await readJob(call, id, as(person));
      expect([...new Set(problems.map(({ row }) => row))]).toEqual([2, 18]);
      expect(rows).toBe(20);
      const after = await readResult(call, id, as(person));
      expect(await text(after["03 Slip three.pdf"])).toContain("Number three");
      expect(await text(after["04 Slip no 4.pdf"])).toContain("Number no 4");
      // The others are the same files.
      for (const [name, bytes] of Object.entries(before))
        if (name.endsWith(".pdf")) expect(after[name], name).toEqual(bytes);
      expect(Buffer.from(after["errors.csv"] ?? []).toString()).not.toContain("\n3,");
      const read = await (await call(`/render/jobs/${id}/rows/3`, { headers: as(person) })).json();
      expect(read.data).toMatchObject({ state: "made", data: { number: "three" } });
      // Until none is left.
      for (const row of [2, 18])
        expect((await put(id, row, { data: { number: `${row}` } })).status).toBe(200);
      const all = await readResult(call, id, as(person));
      expect(Object.keys(all)).toHaveLength(20);
      expect(await text(all["02 Slip 2.pdf"])).toContain("Number 2");
      expect(await text(all["18 Slip 18.pdf"])).toContain("Number 18");
    });

    it("takes its place in one PDF", async () => {
      const id = await aJob("pdf");
      expect((await put(id, 2, { data: { number: "two" } })).status).toBe(200);
      const answer = await call(`/render/jobs/${id}/result`, { headers: as(person) });
      const pdf = new Uint8Array(await answer.arrayBuffer());
      expect(countPages(readPdf(pdf))).toBe(18);
      const read = await text(pdf);
      expect(read.indexOf("Number two")).toBeGreaterThan(read.indexOf("Number no 1"));
      expect(read.indexOf("Number two")).toBeLessThan(read.indexOf("Number no 4"));
    });

    it("gives a job of which every row failed a result", async () => {
      const { id } = await startJob(call, { template, rows: [{}], delivery: "pdf" }, as(person));
      await finished(id);
      expect((await call(`/render/jobs/${id}/result`, { headers: as(person) })).status).toBe(409);
      expect((await put(id, 1, { data: { number: "1" } })).status).toBe(200);
      expect((await call(`/render/jobs/${id}/result`, { headers: as(person) })).status).toBe(200);
    });

    it("stays as it is when its values are still wrong", async () => {
      const id = await aJob();
      const answer = await put(id, 2, { data: { number: "2", count: "many" } });
      expect(answer.status).toBe(400);
      expect((await answer.json()).errors[0].extensions).toMatchObject({ field: "count" });
      for (const body of [{}, { data: [] }, { data: { number: "2" }, bill: { profile: "en16931" } }])
        expect((await put(id, 2, body)).status).toBe(400);
      expect(await readJob(call, id, as(person))).toMatchObject({ made: 17, failed: 3 });
      const read = await (await call(`/render/jobs/${id}/rows/2`, { headers: as(person) })).json();
      expect(read.data).toMatchObject({ state: "failed", data: { count: "x" } });
    });

    it("is corrected once, whatever two tabs do", async () => {
      const id = await aJob();
      const both = await Promise.all(["here", "there"].map((number) => put(id, 2, { data: { number } })));
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await errorOf(await put(id, 2, { data: { number: "2" } }))).toContain("already in the result");
      // Rows of one slice at the same moment: both are there.
      const other = await aJob();
      const rows = await Promise.all([2, 3].map((row) => put(other, row, { data: { number: `${row}` } })));
      expect(rows.map(({ status }) => status)).toEqual([200, 200]);
      expect(await readJob(call, other, as(person))).toMatchObject({ made: 19, failed: 1 });
      const files = await readResult(call, other, as(person));
      expect(await text(files["02 Slip 2.pdf"])).toContain("Number 2");
      expect(await text(files["03 Slip 3.pdf"])).toContain("Number 3");
      expect(await text(files["04 Slip no 4.pdf"])).toContain("Number no 4");
    });

    it("is refused to others, where there is no such row, and after the job was deleted", async () => {
      const id = await aJob();
      const body = { data: { number: "2" } };
      expect((await put(id, 2, body, await aPerson(call))).status).toBe(403);
      for (const row of [0, 21, "x"]) expect((await put(id, row, body)).status, String(row)).toBe(403);
      expect(await errorOf(await put(id, 1, body))).toContain("already in the result");
      await call(`/render/jobs/${id}`, { method: "DELETE", headers: as(person) });
      expect((await put(id, 2, body)).status).toBe(403);
    });
  });

  it("names the rows in making", async () => {
    const rows = Array.from({ length: 2_000 }, (_, index) => ({ number: String(index) }));
    const names = rows.map(({ number }) => `Slip of ${number}`);
    const owner = await aPerson(call);
    const { id } = await startJob(call, { template, rows, names }, as(owner));
    const current = async () => (await readJob(call, id, as(owner))).current;
    await expect.poll(async () => (await current()).map(({ state }) => state)).toContain("made");
    const shown = await current();
    expect(shown.map(({ name }) => name)).toEqual(shown.map(({ row }) => `Slip of ${row - 1}`));
    expect(shown.map(({ state }) => state)).toEqual([
      "made",
      "made",
      "made",
      "made",
      "making",
      "making",
      "waiting",
      "waiting",
    ]);
    await call(`/render/jobs/${id}`, { method: "DELETE", headers: as(owner) });
  });

  it("refuses malformed tables, and says where", async () => {
    const send = (type: string, body: string, query = `?template=${template}`) =>
      call(`/render/jobs${query}`, {
        method: "POST",
        headers: { ...as(person), "content-type": type },
        body,
      });
    const refusal = async (answer: Response) => [answer.status, (await answer.json()).errors[0].message];
    expect(await refusal(await send("application/json", '{"template":'))).toEqual([
      400,
      expect.stringMatching(/JSON/),
    ]);
    expect(await refusal(await send("text/csv", 'number\r\n"A1'))).toEqual([
      400,
      expect.stringContaining("line 2"),
    ]);
    expect(await refusal(await send("text/csv", "number,price\r\n1,2"))).toEqual([
      400,
      expect.stringContaining('"price"'),
    ]);
    expect(await refusal(await send("text/csv", "number,number\r\n1,2"))).toEqual([
      400,
      expect.stringContaining("twice"),
    ]);
    expect(await refusal(await send("text/csv", "number\r\n1", "?template=18"))).toEqual([
      400,
      expect.stringContaining("template"),
    ]);
    expect(await refusal(await send("text/csv", "number\r\n1", `?template=${template}&theme={`))).toEqual([
      400,
      expect.stringContaining("JSON"),
    ]);
    const long = await send("text/csv", `number\r\n${"1\r\n".repeat(MAX_JOB_ROWS + 1)}`);
    expect(await refusal(long)).toEqual([400, expect.stringContaining(String(MAX_JOB_ROWS))]);
  });

  it("says why a key may not start a job", async () => {
    const aKey = async (scopes: string[], headers: Record<string, string> = as(person)) => {
      const body = { name: "Jobs", scopes, days: 1 };
      return (await (await postJson(call, "/auth/keys", body, headers)).json()).data;
    };
    const start = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await postJson(call, "/render/jobs", { template, rows: [{ number: "1" }] }, headers);
      const { errors } = await answer.json();
      return [answer.status, errors?.[0].extensions.code, errors?.[0].message, errors?.[0].extensions.scope];
    };
    const { key: other } = await aKey(["documents"]);
    expect(await start(other)).toEqual([403, "FORBIDDEN", expect.any(String), "render"]);
    const revoked = await aKey(["render"]);
    await call(`/auth/keys/${revoked.id}`, { method: "DELETE", headers: as(person) });
    expect(await start(revoked.key)).toEqual([
      401,
      expect.any(String),
      expect.stringMatching(/revoked/i),
      undefined,
    ]);
    const expired = await aKey(["render"]);
    await withDatabase(data, ({ db }) =>
      db
        .updateTable("access_tokens")
        .set({ ends_at: new Date(0).toISOString() })
        .where("id", "=", expired.id)
        .execute(),
    );
    expect(await start(expired.key)).toEqual([
      401,
      expect.any(String),
      expect.stringMatching(/expired/i),
      undefined,
    ]);
    for (const malformed of [`${other.slice(0, -1)}!`, "tc_", "tc_unknown"])
      expect((await start(malformed))[0], malformed).toBe(401);
  });

  it("refuses no rows, too many, and templates that don't exist", async () => {
    const send = (body: unknown) => postJson(call, "/render/jobs", body, as(person));
    expect((await send({ template, rows: [] })).status).toBe(400);
    expect((await send({ template, rows: Array(100_001).fill({}) })).status).toBe(400);
    expect((await send({ template, rows: [1] })).status).toBe(400);
    expect((await send({ template: person.id, rows: [{}] })).status).toBe(403);
    expect((await postJson(call, "/render/jobs", { template, rows: [{ number: "1" }] })).status).toBe(403);
  });

  it("is for its owner only, and gone when it is deleted", async () => {
    const { id } = await startJob(call, { template, rows: [{ number: "1" }] }, as(person));
    const other = await aPerson(call);
    for (const path of ["", "/result", "/errors.csv"])
      expect((await call(`/render/jobs/${id}${path}`, { headers: as(other) })).status, path).toBe(403);
    const remove = (by: Person) => call(`/render/jobs/${id}`, { method: "DELETE", headers: as(by) });
    expect((await remove(other)).status).toBe(403);
    await finished(id);
    expect((await remove(person)).status).toBe(204);
    for (const path of ["", "/result", "/errors.csv"])
      expect((await call(`/render/jobs/${id}${path}`, { headers: as(person) })).status, path).toBe(403);
    await withDatabase(data, (database) => deleteExpired(database));
    const left = await withDatabase(data, ({ db }) =>
      db.selectFrom("job_contents").select("number").where("jobs_id", "=", id).execute(),
    );
    expect(left).toEqual([]);
  });

  it("stops when it is cancelled, and a person has three at a time", async () => {
    const owner = await aPerson(call);
    const rows = Array.from({ length: 5_000 }, (_, index) => ({ number: String(index) }));
    const ids: string[] = [];
    for (let each = 0; each < MAX_RUNNING_JOBS; each++)
      ids.push((await startJob(call, { template, rows }, as(owner))).id);
    expect((await postJson(call, "/render/jobs", { template, rows }, as(owner))).status).toBe(409);
    for (const id of ids) {
      expect((await call(`/render/jobs/${id}/result`, { headers: as(owner) })).status).toBe(409);
      expect((await call(`/render/jobs/${id}`, { method: "DELETE", headers: as(owner) })).status).toBe(204);
    }
    const { id } = await startJob(call, { template, rows: [{ number: "after" }] }, as(owner));
    await finished(id, owner);
  });
});
