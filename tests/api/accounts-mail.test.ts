import { afterAll, beforeAll, expect, it } from "vitest";
import { openAccounts, SITE, type TestAccounts } from "../support/accounts.ts";
import { databases, describeOnDatabases } from "../support/databases.ts";
import { type MailServer, type ReceivedMail, startMailServer } from "../support/mail-server.ts";
import { type Call, cookieFrom, type Person, postJson, signIn } from "../support/people.ts";

describeOnDatabases("accounts on $name, with a mail server", (testDatabase) => {
  let mails: MailServer;
  let site: TestAccounts;
  let made = 0;
  const call: Call = (path, init) => site.call(path, init);
  beforeAll(async () => {
    mails = await startMailServer();
    site = await openAccounts(testDatabase, { SMTP_URL: mails.url, PUBLIC_URL: SITE });
  });
  afterAll(async () => {
    await site.close();
    await mails.stop();
  });

  /** Each test uses its own address, so a late mail is never mistaken for another. */
  const to = (address: string) => mails.received.filter((mail) => mail.to.includes(address));
  const forget = (address: string) => {
    for (const mail of to(address)) mails.received.splice(mails.received.indexOf(mail), 1);
  };
  const aName = () => `person-${++made}`;
  const linkIn = (mail: ReceivedMail | undefined, page: string) => {
    const link = new RegExp(`${SITE}/${page}\\?token=(\\S+)`).exec(mail?.text ?? "");
    if (!link?.[1]) throw new Error(`no link to ${page} in: ${mail?.text}`);
    return decodeURIComponent(link[1]);
  };
  const signUp = (person: Pick<Person, "name" | "email" | "password">) =>
    postJson(call, "/auth/sign-up/email", person);
  const open = (token: string, headers = {}) =>
    call(`/auth/verify-email?token=${encodeURIComponent(token)}`, { headers });

  async function aVerifiedPerson(): Promise<Person> {
    const name = aName();
    const person = { name, email: `${name}@example.org`, password: "correct horse battery" };
    const answer = await signUp(person);
    const { user } = (await answer.json()) as { user: { id: string } };
    const [mail] = await mails.countTo(person.email, 1);
    expect((await open(linkIn(mail, "verify-email"))).status).toBe(200);
    forget(person.email);
    return { ...person, id: user.id, cookie: await signIn(call, person) };
  }

  it("requires a mailed link before the account can be used", async () => {
    const person = { name: aName(), email: "ada@example.org", password: "correct horse battery" };
    const answer = await signUp(person);
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()).toEqual([]);
    const [mail] = await mails.countTo(person.email, 1);
    expect(mail).toMatchObject({ from: "no-reply@templates.example.org", to: ["ada@example.org"] });
    const early = await postJson(call, "/auth/sign-in/email", person);
    expect(early.status).toBe(403);
    expect(await early.json()).toMatchObject({ code: "EMAIL_NOT_VERIFIED" });
    const verified = await open(linkIn(mail, "verify-email"));
    expect(verified.status).toBe(200);
    expect(verified.headers.getSetCookie()).toEqual([]);
    expect(await signIn(call, person)).toMatch(/^__Secure-typecase\.session_token=/);
  });

  it("writes in the account's language, else in the page's", async () => {
    const email = `${aName()}@example.org`;
    const person = { name: "Layla", email, password: "correct horse battery" };
    const from = (language: string) => ({ "accept-language": language });
    await postJson(call, "/auth/sign-up/email", person, from("ar"));
    const [arabic] = await mails.countTo(email, 1);
    expect(arabic?.plain).toContain("مرحبًا،\n\nلقد أدخلت عنوان البريد الإلكتروني هذا في Typecase.");
    expect(arabic?.plain).toContain(`\n\n${SITE}/ar/verify-email?token=`);
    expect(arabic?.html).toContain('<html lang="ar" dir="rtl">');
    expect(arabic?.html).toContain('<div lang="ar" dir="rtl">');
    expect(arabic?.html).toContain(`<a href="${SITE}/ar/verify-email?token=`);
    expect(arabic?.text).toContain("Content-Language: ar");
    forget(email);

    const ask = (language: string) =>
      postJson(call, "/auth/request-password-reset", { email }, from(language));
    await ask("de");
    const [stillArabic] = await mails.countTo(email, 1);
    expect(stillArabic?.plain).toContain(`${SITE}/ar/reset-password?token=`);
    forget(email);

    await site.database.db.updateTable("user").set({ language: null }).where("email", "=", email).execute();
    await ask("de");
    const [german] = await mails.countTo(email, 1);
    expect(german?.plain).toContain("Sie haben ein neues Passwort für Ihr Konto bei Typecase angefordert.");
    expect(german?.plain).toContain(`${SITE}/de/reset-password?token=`);
    expect(german?.html).toContain('<html lang="de" dir="ltr">');
    forget(email);

    await ask("xh"); // a language that the interface doesn't speak
    const [english] = await mails.countTo(email, 1);
    expect(english?.plain).toContain(`${SITE}/reset-password?token=`);
    expect(english?.html).toContain('<html lang="en" dir="ltr">');
  });

  it("marks the cookie Secure when the site uses https", async () => {
    const person = await aVerifiedPerson();
    const answer = await postJson(call, "/auth/sign-in/email", person);
    expect(answer.headers.getSetCookie()[0]).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
  });

  it("answers sign-up with a taken address like a new one", async () => {
    const person = await aVerifiedPerson();
    const look = async (email: string) => {
      const answer = await signUp({ name: "Eve", email, password: "another password" });
      const body = (await answer.json()) as { token: null; user: Record<string, unknown> };
      for (const changing of ["id", "email", "createdAt", "updatedAt"]) {
        expect(body.user[changing]).toEqual(expect.any(String));
        body.user[changing] = "…";
      }
      return { status: answer.status, headers: [...answer.headers], body: JSON.stringify(body) };
    };
    expect(await look(person.email)).toEqual(await look(`${aName()}@example.org`));
    const [toOwner] = await mails.countTo(person.email, 1);
    expect(toOwner?.text).toContain("already an account with this email address");
    expect(toOwner?.text).toContain(`${SITE}/forgot-password`);
    await signIn(call, person);
  });

  it("answers two concurrent sign-ups with one address alike", async () => {
    const email = `${aName()}@example.org`;
    const answers = await Promise.all(
      [1, 2, 3].map(() => signUp({ name: "Ada", email, password: "correct horse battery" })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { db } = site.database;
    expect(
      await db.selectFrom("auth_user").select("email").where("email", "=", email).execute(),
    ).toHaveLength(1);
    await mails.countTo(email, 3);
  });

  it("answers reset requests for known and unknown addresses alike", async () => {
    const person = await aVerifiedPerson();
    const ask = async (email: string) => {
      const began = performance.now();
      const answer = await postJson(call, "/auth/request-password-reset", { email });
      const seen = { status: answer.status, body: await answer.text(), headers: [...answer.headers] };
      return { seen, time: performance.now() - began };
    };
    const known = await ask(person.email);
    const unknown = await ask(`${aName()}@example.org`);
    expect(unknown.seen).toEqual(known.seen);
    expect(Math.min(known.time, unknown.time)).toBeGreaterThan(240);
    const [mail] = await mails.countTo(person.email, 1);
    const token = linkIn(mail, "reset-password");
    expect(
      (await postJson(call, "/auth/reset-password", { token, newPassword: "second password" })).status,
    ).toBe(200);
    await signIn(call, { ...person, password: "second password" });
    expect(to(person.email)).toHaveLength(1);
  });

  it("never uses a forged Host in links", async () => {
    const person = await aVerifiedPerson();
    await site.accounts.handle(
      new Request("http://evil.example/auth/request-password-reset", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          host: "evil.example",
          "x-forwarded-host": "evil.example",
        },
        body: JSON.stringify({ email: person.email, redirectTo: "https://evil.example/" }),
      }),
      "192.0.2.1",
    );
    const [mail] = await mails.countTo(person.email, 1);
    expect(mail?.text).not.toContain("evil");
    linkIn(mail, "reset-password");
  });

  it("mails only the stored address, whatever case or accents were typed", async () => {
    const name = aName();
    const stored = `mike-${name}-e@example.org`;
    await signUp({ name, email: stored, password: "correct horse battery" });
    await mails.countTo(stored, 1);
    forget(stored);
    const upper = await postJson(call, "/auth/request-password-reset", { email: stored.toUpperCase() });
    expect(upper.status).toBe(200);
    expect((await mails.countTo(stored, 1))[0]?.to).toEqual([stored]);
    for (const email of [
      stored.replace("k", "\u212a"), // the Kelvin sign, which lower-cases to k
      stored.replace("i", "\u0131"),
      stored.replace("i", "\u0130"),
      stored.replace("m", "\uff4d"),
      stored.replace("e@", "\u00e9@"),
      stored.replace("e@", "e\u0301@"),
      stored.replace("@", "\u200b@"),
      `${stored},evil@example.org`,
      `${stored}\nBcc: evil@example.org`,
      `"${stored}"@evil.example`,
    ])
      expect((await postJson(call, "/auth/request-password-reset", { email })).status, email).toBe(400);
    // Mails are sent in order: once this one has arrived, earlier ones have too.
    await postJson(call, "/auth/request-password-reset", { email: stored });
    await mails.countTo(stored, 2);
    expect(to(stored)).toHaveLength(2);
    expect(
      mails.received.flatMap((mail) => mail.to).filter((address) => /evil|[^!-~]/.test(address)),
    ).toEqual([]);
  });

  it("changes login and profile together once the new address is confirmed", async () => {
    const person = await aVerifiedPerson();
    const next = `${aName()}@example.org`;
    const { cookie } = person;
    const asked = await postJson(
      call,
      "/auth/change-email",
      { newEmail: next, password: person.password },
      { cookie },
    );
    expect(asked.status).toBe(200);
    const [mail] = await mails.countTo(next, 1);
    const token = linkIn(mail, "verify-email");
    const { db } = site.database;
    const emails = async () =>
      Promise.all(
        (["auth_user", "user"] as const).map(
          async (table) =>
            (await db.selectFrom(table).select("email").where("id", "=", person.id).executeTakeFirst())
              ?.email,
        ),
      );

    const stranger = await open(token);
    expect(stranger.status).toBe(401);
    expect(stranger.headers.getSetCookie()).toEqual([]);
    expect(await emails()).toEqual([person.email, person.email]);

    expect((await open(token, { cookie })).status).toBe(200);
    expect(await emails()).toEqual([next, next]);
    const [notice] = await mails.countTo(person.email, 1);
    expect(notice?.text).toContain(next);
    await signIn(call, { ...person, email: next });
    expect((await open(token, { cookie })).status).toBe(401);
  });

  it("reveals and changes nothing when the new address is taken", async () => {
    const person = await aVerifiedPerson();
    const other = await aVerifiedPerson();
    const ask = async (newEmail: string) => {
      const body = { newEmail, password: person.password };
      const answer = await postJson(call, "/auth/change-email", body, { cookie: person.cookie });
      return { status: answer.status, body: await answer.text() };
    };
    const free = `${aName()}@example.org`;
    expect(await ask(other.email)).toEqual(await ask(free));
    await mails.countTo(free, 1);
    expect(to(other.email)).toEqual([]);
    await signIn(call, other);
  });

  it("verifies an address by a reset link too", async () => {
    const person = { name: aName(), email: `${aName()}@example.org`, password: "correct horse battery" };
    await signUp(person);
    await postJson(call, "/auth/request-password-reset", { email: person.email });
    const sent = await mails.countTo(person.email, 2);
    const token = linkIn(
      sent.find(({ text }) => text.includes("/reset-password")),
      "reset-password",
    );
    await postJson(call, "/auth/reset-password", { token, newPassword: "second password" });
    const answer = await postJson(call, "/auth/sign-in/email", { ...person, password: "second password" });
    expect(answer.status).toBe(200);
    expect(cookieFrom(answer)).not.toBe("");
  });

  it("writes no link or token to the log", async () => {
    const person = await aVerifiedPerson();
    await postJson(call, "/auth/request-password-reset", { email: person.email });
    const token = linkIn((await mails.countTo(person.email, 1))[0], "reset-password");
    expect(JSON.stringify(site.log)).not.toContain(token);
    expect(JSON.stringify(site.log)).not.toContain(person.password);
  });
});

describeOnDatabases("mail on $name while the mail server is down", (testDatabase) => {
  it("stores messages and sends them when the mail server is back", async () => {
    const gone = await startMailServer();
    await gone.stop();
    const site = await openAccounts(testDatabase, { SMTP_URL: gone.url, PUBLIC_URL: SITE });
    const { db } = site.database;
    try {
      const answer = await postJson(site.call, "/auth/sign-up/email", {
        name: "Ada",
        email: "ada@example.org",
        password: "correct horse battery",
      });
      expect(answer.status).toBe(200);
      await expect.poll(() => site.log.map(({ msg }) => msg)).toContain("a mail waits");
      expect(await db.selectFrom("mail_outbox").select(["recipient", "attempts"]).execute()).toEqual([
        { recipient: "ada@example.org", attempts: 1 },
      ]);
      const back = await startMailServer(Number(new URL(gone.url).port));
      try {
        await db.updateTable("mail_outbox").set({ next_try: Date.now() }).execute();
        // As after a restart: another node continues with the queue.
        await site.anotherNode();
        expect((await back.count(1))[0]?.to).toEqual(["ada@example.org"]);
        await expect.poll(() => db.selectFrom("mail_outbox").select("id").execute()).toEqual([]);
      } finally {
        await back.stop();
      }
    } finally {
      await site.close();
    }
  });
});

it.each(databases)("rejects a mail server without a public address ($name)", async (testDatabase) => {
  await expect(openAccounts(testDatabase, { SMTP_URL: "smtp://localhost" })).rejects.toThrow(/PUBLIC_URL/);
});
