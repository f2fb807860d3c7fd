import type { Settings } from "../config/settings.ts";
import type { Database, Db } from "../database/connect.ts";
import { newId } from "../database/ids.ts";
import {
  createQueueRunner,
  pauseAfter,
  type Queue,
  setNextTry,
  type TakenRow,
} from "../database/leased-queue.ts";
import { messageOf } from "../errors/errors.ts";
import type { Log } from "../log/logging.ts";
import type { Letter } from "./letters.ts";
import { asHtml, type Mail, type Recipient, readLanguage, writeMail } from "./mail.ts";
import type { Sealing } from "./sealing.ts";

export type Outbox = {
  /** Stores a letter in the caller's transaction. Call `wake` after the commit. */
  write(db: Db, recipient: Recipient, letter: Letter): Promise<void>;
  /** Stores a mail likewise. */
  add(db: Db, mail: Mail): Promise<void>;
  /** Sends what is stored, now or when the mail server is back. */
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
  database: Pick<Database, "db" | "dialect">;
  log: Log;
  send: SendMail;
  sealing: Sealing;
  /** The site that letters are about. */
  site?: { publicUrl: string; name(): string };
  /** How long to wait before the first further try; the time doubles with every failure. */
  firstWaitMs?: number;
}): Outbox {
  const { database, log, send, sealing, site, firstWaitMs = FIRST_WAIT_MS } = options;
  const { db } = database;
  const queue: Queue<"mail_outbox"> = {
    database,
    table: "mail_outbox",
    key: ["id"],
    order: "next_try",
    leaseMs: LEASE_MS,
    longestWaitMs: LONGEST_WAIT_MS,
  };

  async function sendMail(mail: TakenRow<"mail_outbox">): Promise<void> {
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
          language: readLanguage(mail.language),
        });
      await db.deleteFrom("mail_outbox").where("id", "=", mail.id).execute();
    } catch (error) {
      const wait = pauseAfter(mail.attempts, firstWaitMs, LONGEST_WAIT_MS);
      log.warn({ mail: mail.id, tries: mail.attempts, wait, error: messageOf(error) }, "a mail waits");
      await setNextTry(queue, mail, Date.now() + wait);
    }
  }

  const runner = createQueueRunner({ queue, work: sendMail, lanes: 1, lookEveryMs: LOOK_EVERY_MS, log });
  return {
    write: async (db, recipient, letter) => {
      const about = { publicUrl: site?.publicUrl ?? "", name: site?.name() ?? "" };
      await storeMail(db, sealing, await writeMail(db, recipient, letter, about));
    },
    add: (db, mail) => storeMail(db, sealing, mail),
    // Not awaited: the response must not reveal whether and when a mail is sent.
    ...runner,
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
      language: mail.language ?? null,
    })
    .execute();
}

/** Sending through the mail server of the settings. The package is only loaded where there is one. */
export async function sendBySmtp(
  settings: Pick<Settings, "mailFrom"> & { smtpUrl: string; publicUrl: string },
  siteName: () => string,
): Promise<SendMail> {
  const { default: nodemailer } = await import("nodemailer");
  const transport = nodemailer.createTransport(settings.smtpUrl);
  const address = `no-reply@${new URL(settings.publicUrl).hostname}`;
  return async (mail) => {
    const { to, subject, text, replyTo, language } = mail;
    await transport.sendMail({
      from: settings.mailFrom ?? { name: siteName(), address },
      // As an object, so that nothing in an address is read as a second recipient.
      to: { name: "", address: to },
      subject,
      text,
      html: asHtml(mail, settings.publicUrl),
      headers: language ? { "content-language": language } : {},
      replyTo: replyTo ? { name: "", address: replyTo } : undefined,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
}

/** Makes a connection, with the name and password where there are any, and sends nothing; fails with why not. */
export async function reachMailServer(smtpUrl: string): Promise<void> {
  const { default: nodemailer } = await import("nodemailer");
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
