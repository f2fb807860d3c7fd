import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

const TIMEOUT_MS = 60_000;

export interface ReceivedMail {
  from: string;
  to: string[];
  /** The whole mail as it was sent, in one line for each of its lines. */
  text: string;
  /** The decoded parts. */
  plain: string;
  html: string;
}

export interface MailServer {
  url: string;
  received: ReceivedMail[];
  /** Waits until this many mails have arrived in total. */
  count(mails: number): Promise<ReceivedMail[]>;
  /** Waits for the mails of one person, ignoring others. */
  countTo(address: string, mails: number): Promise<ReceivedMail[]>;
  stop(): Promise<void>;
}

/** A real SMTP server that stores its mails, optionally on a given port. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        const raw = Buffer.concat(chunks).toString();
        received.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          text: unwrap(raw),
          plain: readPart(raw, "text/plain"),
          html: readPart(raw, "text/html"),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const at = (server.server.address() as AddressInfo).port;
  return {
    url: `smtp://127.0.0.1:${at}`,
    received,
    count: (mails) => untilThere(() => received, mails),
    countTo: (address, mails) => untilThere(() => received.filter(({ to }) => to.includes(address)), mails),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function untilThere(look: () => ReceivedMail[], mails: number): Promise<ReceivedMail[]> {
  const giveUpAt = Date.now() + TIMEOUT_MS;
  while (look().length < mails) {
    if (Date.now() > giveUpAt) throw new Error(`${look().length} mails came, not ${mails}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return look();
}

/** The part of a mail with this type, empty if it has none. */
function readPart(raw: string, type: string): string {
  const [, boundary] = /boundary="([^"]+)"/.exec(raw) ?? [];
  const parts = boundary ? raw.split(`--${boundary}`) : [raw];
  const part = parts.find((each) => each.includes(`Content-Type: ${type}`)) ?? "";
  const body = part.slice(part.indexOf("\r\n\r\n") + 4);
  const bytes = /transfer-encoding: base64/i.test(part)
    ? Buffer.from(body, "base64")
    : Buffer.from(unwrap(body), /quoted-printable/i.test(part) ? "latin1" : "utf8");
  return bytes.toString().replaceAll("\r\n", "\n");
}

/** Long lines are sent in pieces (quoted-printable). */
function unwrap(raw: string): string {
  return raw
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
