import nodemailer from "nodemailer";
import type { Settings } from "../config/settings.ts";
import type { Database, Db } from "../database/connect.ts";
import { newId } from "../database/ids.ts";
import { messageOf } from "../errors/errors.ts";
import type { Log } from "../log/logging.ts";
import type { Mail } from "./mail.ts";
import type { Sealing } from "./sealing.ts";

export type Outbox = {
  /** Stores the mail in the database and returns; it is sent from there, now or when the mail server is back. */
  add(mail: Mail): Promise<void>;
  /** Stores the mail in the caller's transaction. Call `wake` after the commit. */
  addWithin(db: Db, mail: Mail): Promise<void>;
  wake(): void;
  close(): Promise<void>;
};

/** Gives a mail over to a mail server, or throws. */
export type SendMail = (mail: Mail) => Promise<void>;

const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 60 * 60_000;
// While one node sends a mail the others leave it alone; if that node dies, another takes over after this.
const LEASE_MS = 2 * 60_000;
const LOOK_EVERY_MS = 30_000;

export function createOutbox(options: {
  database: Pick<Database, "db">;
  log: Log;
  send: SendMail;
  sealing: Sealing;
  /** How long to wait before the first further try; the time doubles with every failure. */
  firstWaitMs?: number;
}): Outbox {
  const { log, send, sealing, firstWaitMs = FIRST_WAIT_MS } = options;
  const { db } = options.database;
  let closed = false;
  let working: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function claimNext(now: number) {
    const next = await db
      .selectFrom("mail_outbox")
      .selectAll()
      // None waits longer than that: the clock has been set back since.
      .where((eb) => eb.or([eb("next_try", "<=", now), eb("next_try", ">", now + LONGEST_WAIT_MS)]))
      .orderBy("next_try")
      .limit(1)
      .executeTakeFirst();
    if (!next) return undefined;
    const claimed = await db
      .updateTable("mail_outbox")
      .set({ next_try: now + LEASE_MS, attempts: next.attempts + 1 })
      .where("id", "=", next.id)
      .where("attempts", "=", next.attempts)
      .executeTakeFirst();
    return { ...next, isOurs: claimed.numUpdatedRows === 1n };
  }

  async function sendDue(): Promise<void> {
    for (;;) {
      if (closed) return;
      const mail = await claimNext(Date.now());
      if (!mail) return;
      if (!mail.isOurs) continue;
      const isUseless = mail.expires !== null && mail.expires < Date.now();
      const text = sealing.open(mail.body);
      try {
        if (text === undefined)
          log.warn({ mail: mail.id }, "a mail was stored with another signing key; dropped");
        else if (isUseless)
          log.warn({ mail: mail.id }, "a mail could not be sent before its link ended; dropped");
        else
          await send({
            to: mail.recipient,
            subject: mail.subject,
            text,
            replyTo: mail.reply_to ?? undefined,
          });
        await db.deleteFrom("mail_outbox").where("id", "=", mail.id).execute();
      } catch (error) {
        const wait = Math.min(firstWaitMs * 2 ** mail.attempts, LONGEST_WAIT_MS);
        log.warn({ mail: mail.id, tries: mail.attempts + 1, wait, error: messageOf(error) }, "a mail waits");
        await db
          .updateTable("mail_outbox")
          .set({ next_try: Date.now() + wait })
          .where("id", "=", mail.id)
          .execute();
      }
    }
  }

  async function timeUntilNext(): Promise<number> {
    const next = await db
      .selectFrom("mail_outbox")
      .select((eb) => eb.fn.min("next_try").as("at"))
      .executeTakeFirst();
    const wait = next?.at ? Number(next.at) - Date.now() : LOOK_EVERY_MS;
    return Math.min(Math.max(wait, 10), LOOK_EVERY_MS);
  }

  function work(): Promise<void> {
    clearTimeout(timer);
    working ??= sendDue()
      .then(timeUntilNext)
      .catch((error) => {
        log.warn({ error: messageOf(error) }, "mails could not be looked through");
        return LOOK_EVERY_MS;
      })
      .then((wait) => {
        working = undefined;
        if (closed) return;
        timer = setTimeout(work, wait);
        timer.unref();
      });
    return working;
  }

  // Not awaited: the response must not reveal whether and when a mail is sent.
  const wake = () => void (working ?? Promise.resolve()).then(work);

  void work();
  return {
    add: async (mail) => {
      await storeMail(db, sealing, mail);
      wake();
    },
    addWithin: (db, mail) => storeMail(db, sealing, mail),
    wake,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await working;
    },
  };
}

async function storeMail(db: Db, { seal }: Sealing, mail: Mail): Promise<void> {
  await db
    .insertInto("mail_outbox")
    .values({
      id: newId(),
      recipient: mail.to,
      reply_to: mail.replyTo ?? null,
      subject: mail.subject,
      body: seal(mail.text),
      attempts: 0,
      next_try: Date.now(),
      expires: mail.expires ?? null,
    })
    .execute();
}

/** Sending through the mail server of the settings. */
export function sendBySmtp(
  settings: Pick<Settings, "mailFrom"> & { smtpUrl: string; publicUrl: string },
  siteName: () => string,
): SendMail {
  const transport = nodemailer.createTransport(settings.smtpUrl);
  const address = `no-reply@${new URL(settings.publicUrl).hostname}`;
  return async ({ to, subject, text, replyTo }) => {
    await transport.sendMail({
      from: settings.mailFrom ?? { name: siteName(), address },
      // As an object, so that nothing in an address is read as a second recipient.
      to: { name: "", address: to },
      subject,
      text,
      replyTo: replyTo ? { name: "", address: replyTo } : undefined,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
}

/** Makes a connection, with the name and password where there are any, and sends nothing; fails with why not. */
export async function reachMailServer(smtpUrl: string): Promise<void> {
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
