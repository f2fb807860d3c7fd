import { afterAll, beforeAll, expect, it } from "vitest";
import { describeOnDatabases, type Place } from "../support/databases.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { aToken } from "../support/operators.ts";
import { type Call, postJson } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { startServerHere } from "../support/server-here.ts";

const LETTER = {
  name: "Mira Oke",
  email: "mira@example.org",
  subject: "A missing template",
  message: "Could you add a seed packet?",
};

describeOnDatabases("contact messages on $name", ({ place }) => {
  let data: Place;
  let mails: MailServer;
  let server: TestServer;
  let reader: { authorization: string };
  const call: Call = (path, init) => fetch(server.url + path, { redirect: "manual", ...init });
  const kept = async () => {
    const answer = await call("/items/contact_messages?sort=date_created", { headers: reader });
    return ((await answer.json()) as { data: Record<string, string>[] }).data;
  };
  beforeAll(async () => {
    data = await place();
    mails = await startMailServer();
    server = await startServerHere({
      environment: {
        ...data.environment,
        SMTP_URL: mails.url,
        PUBLIC_URL: "https://templates.example.org",
        CONTACT_EMAIL: "desk@example.org",
        TRUSTED_PROXIES: "127.0.0.1",
      },
    });
    reader = await aToken(data, "messages:read");
  });
  afterAll(async () => {
    await server.stop();
    await mails.stop();
    await data.remove();
  });

  it("are stored and mailed with the sender as reply address", async () => {
    expect((await postJson(call, "/items/contact_messages", LETTER)).status).toBe(200);
    expect(await kept()).toMatchObject([{ ...LETTER, state: "open" }]);
    const [mail] = await mails.count(1);
    expect(mail?.to).toEqual(["desk@example.org"]);
    expect(mail?.text).toContain("Reply-To: mira@example.org");
    expect(mail?.text).toContain("Could you add a seed packet?");
  });

  it("are stored once for one Idempotency-Key", async () => {
    const again = { ...LETTER, subject: "Sent twice" };
    const headers = { "idempotency-key": "one message" };
    for (let time = 0; time < 2; time++)
      expect((await postJson(call, "/items/contact_messages", again, headers)).status).toBe(200);
    expect((await kept()).filter(({ subject }) => subject === "Sent twice")).toHaveLength(1);
    // Mails are sent in order: once the next one has arrived, a second copy would have too.
    await postJson(call, "/items/contact_messages", { ...LETTER, subject: "The one after" });
    const subjects = (await mails.count(3)).map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1]?.trim());
    expect(subjects.slice(1)).toEqual(["Typecase: Sent twice", "Typecase: The one after"]);
  });

  it("are rejected with CRLF in a field", async () => {
    const answer = await postJson(call, "/items/contact_messages", {
      ...LETTER,
      subject: "Hello\r\nBcc: all@example.org",
    });
    expect(answer.status).toBe(400);
    expect(await kept()).toHaveLength(3);
    expect(mails.received).toHaveLength(3);
  });

  it("are dropped when the hidden field is filled in", async () => {
    const answer = await postJson(call, "/items/contact_messages", {
      ...LETTER,
      website: "https://x.example",
    });
    expect(answer.status).toBe(200);
    expect(await kept()).toHaveLength(3);
    expect(mails.received).toHaveLength(3);
  });

  it("count one by one in a list, which is rejected as a whole", async () => {
    const sender = { "x-forwarded-for": "203.0.113.20" };
    const send = (count: number) =>
      postJson(
        call,
        "/items/contact_messages",
        Array.from({ length: count }, () => LETTER),
        sender,
      );
    const before = (await kept()).length;
    const refused = await send(100);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const [error] = ((await refused.json()) as { errors: { message: string }[] }).errors;
    expect(error?.message).toMatch(
      /at most 5 are accepted in 10 minutes, and this list has 100\. Nothing was saved/,
    );
    expect(await kept()).toHaveLength(before);
    // Rejected messages don't count towards the limit; stored ones do.
    expect((await send(4)).status).toBe(200);
    expect((await send(2)).status).toBe(429);
    expect((await send(1)).status).toBe(200);
    expect((await send(1)).status).toBe(429);
    expect(await kept()).toHaveLength(before + 5);
  });

  it("are all dropped when one of a list has the hidden field filled in", async () => {
    const before = (await kept()).length;
    const answer = await postJson(
      call,
      "/items/contact_messages",
      [LETTER, { ...LETTER, website: "https://x.example" }],
      { "x-forwarded-for": "203.0.113.21" },
    );
    expect(answer.status).toBe(200);
    expect(await kept()).toHaveLength(before);
  });

  it("are limited per address", async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++)
      statuses.push((await postJson(call, "/items/contact_messages", LETTER)).status);
    expect(statuses.at(-1)).toBe(429);
  });
});
