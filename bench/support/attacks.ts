/**
 * The attacks of `npm run bench -- attack`. Runs as a worker so that sending doesn't slow the measurement.
 */
import { connect, type Socket } from "node:net";
import { parentPort, workerData } from "node:worker_threads";
import sharp from "sharp";
import { wordFor } from "./catalogue.ts";

export type AttackData = {
  name: AttackName;
  url: string;
  seconds: number;
  /** The attacker's own account, picture and template, and a victim whose password is guessed. */
  cookie: string;
  picture: string;
  template: string;
  sample: Record<string, unknown>;
  /** The slowest templates with their longest allowed data. */
  longest: readonly { template: string; data: Record<string, unknown> }[];
  /** The files of a template draft, as /drafts/render accepts them. */
  draft: Record<string, unknown>;
  /** An operator and looping submissions whose pictures the list shows. */
  operatorCookie: string;
  submissions: readonly string[];
  victim: string;
};
/** Number of responses by status. */
export type AttackReport = Record<string, number>;

type Attacker = AttackData & {
  /** Sends one request, from the attacker's address unless another is given, and counts the response. */
  send(path: string, init?: RequestInit, address?: string): Promise<Response | undefined>;
  /** Repeats an action with a given concurrency until the time is over. */
  repeat(lanes: number, once: (round: number) => Promise<unknown>): Promise<void>;
};

const ATTACKER = "198.51.100.66";
const json = { "content-type": "application/json" };

const words = (count: number, field = "content", word?: string) => ({
  _or: Array.from({ length: count }, (_, index) => ({ [field]: { _icontains: word ?? wordFor(index) } })),
});
/** Seven megabytes of JSON made of the smallest possible values. */
const TINY_VALUES = `[${"1,".repeat(3_500_000)}1]`;

export const ENDLESS = "#for a in range(9000) { for b in range(9000) { for c in range(9000) {} } }";

const search = (path: string, body: unknown) =>
  [path, { method: "SEARCH", headers: json, body: JSON.stringify(body) }] as const;

export const ATTACKS = {
  // Written to fit into the 16 KB that the HTTP parser accepts.
  "300 word conditions in a GET": ({ send, repeat }) =>
    repeat(8, () => send(`/items/templates?filter=${JSON.stringify(words(300, "url", "a"))}`)),
  "a SEARCH of 36 KB": ({ send, repeat }) =>
    repeat(8, () => send(...search("/items/templates", { query: { filter: words(900) } }))),
  "a SEARCH of 1 MB": ({ send, repeat }) =>
    repeat(4, () => send(...search("/items/templates", { query: { filter: words(24_000) } }))),
  "searches through every word": ({ send, repeat }) =>
    repeat(8, (round) =>
      send(
        `/items/templates?filter[description][_icontains]=${wordFor(round)}x&sort=-date_updated,description&limit=-1&offset=${round}`,
      ),
    ),
  "sums over everything": ({ send, repeat }) =>
    repeat(8, (round) =>
      send(
        `/items/templates?aggregate[countDistinct]=template_name&aggregate[avg]=rating&groupBy=type,category&filter[rating][_gt]=${round / 1e5}`,
      ),
    ),
  "pages nobody asked for": ({ send, repeat }) =>
    repeat(8, (round) => send(round % 3 ? `/templates?q=${wordFor(round)}` : `/sitemap.xml?${round}`)),
  "all documents with their data": async ({ send, repeat, cookie, template }) => {
    const headers = { ...json, cookie };
    const data = { text: "x".repeat(4_000_000) };
    for (let made = 0; made < 40; made++)
      await send("/items/documents?fields=id", {
        method: "POST",
        headers,
        body: JSON.stringify({ title: `Large ${made}`, templates_id: template, data }),
      });
    await repeat(4, () => send("/items/documents?limit=-1&fields=*,data", { headers: { cookie } }));
  },
  "all my data, never read": ({ send, repeat, cookie }) =>
    repeat(4, () => send("/auth/my-data", { headers: { cookie } })),
  "forty pictures as AVIF": ({ send, repeat, picture, cookie }) =>
    repeat(40, (round) =>
      send(`/assets/${picture}?format=avif&quality=100&width=${300 + (round % 2_000)}`, {
        headers: { cookie },
      }),
    ),
  "uploads of large pictures": async ({ send, repeat, cookie }) => {
    const noise = await sharp({
      create: {
        width: 3_000,
        height: 2_000,
        channels: 3,
        background: "#888",
        noise: { type: "gaussian", mean: 128, sigma: 60 },
      },
    })
      .jpeg({ quality: 60 })
      .toBuffer();
    await repeat(6, () => {
      const form = new FormData();
      form.append("file", new Blob([new Uint8Array(noise)], { type: "image/jpeg" }), "noise.jpg");
      return send("/files", { method: "POST", headers: { cookie }, body: form });
    });
  },
  "150 renders at once": ({ send, repeat, template, sample }) =>
    repeat(150, (round) =>
      send(`/render/${template}.pdf`, {
        method: "POST",
        headers: json,
        body: JSON.stringify({ data: { ...sample, number: String(round) } }),
      }),
    ),
  "PNG at 590 dpi": ({ send, repeat, template, sample }) =>
    repeat(12, (round) =>
      send(`/render/${template}.png`, {
        method: "POST",
        headers: json,
        body: JSON.stringify({ data: { ...sample, number: String(round) }, dpi: 590 }),
      }),
    ),
  "wrong passwords from 300 networks": ({ send, repeat, victim }) =>
    repeat(8, (round) =>
      send(
        "/auth/sign-in/email",
        {
          method: "POST",
          headers: json,
          body: JSON.stringify({ email: victim, password: `guess number ${round}` }),
        },
        `2001:db8:${(round % 300).toString(16)}::1`,
      ),
    ),
  "a hundred messages in one request": ({ send, repeat }) =>
    repeat(4, (round) => {
      const message = { name: "A", email: "a@example.org", subject: "s", message: `m${round}` };
      return send("/items/contact_messages", {
        method: "POST",
        headers: json,
        body: JSON.stringify(Array(100).fill(message)),
      });
    }),
  "300 connections that never read": (attacker) =>
    holdOpen(attacker, 300, (socket) =>
      socket.pause().write(`${"GET /items/templates?limit=1000 HTTP/1.1\r\nhost: a\r\n\r\n".repeat(20)}`),
    ),
  "500 connections that send slowly": (attacker) =>
    holdOpen(attacker, 500, (socket) => socket.write("GET / HTTP/1.1\r\nhost: a\r\nx: ")),
  // The next attacks are about totals: each request is within its limits, and many run at once.
  "300,000 pipelined requests, never read": (attacker) =>
    holdOpen(attacker, 1, (socket) =>
      socket.pause().write("GET /health HTTP/1.1\r\nhost: a\r\n\r\n".repeat(300_000)),
    ),
  "400 lists of 1.5 MB at once": ({ send, repeat }) =>
    repeat(400, (round) => send(`/items/templates?fields=*&limit=1000&offset=${round % 19_000}`)),
  "60 times one's own large documents": async ({ send, repeat, cookie, template }) => {
    const headers = { ...json, cookie };
    const data = { text: "x".repeat(6_500_000) };
    for (let made = 0; made < 2; made++)
      await send("/items/documents?fields=id", {
        method: "POST",
        headers,
        body: JSON.stringify({ title: `Largest ${made}`, templates_id: template, data }),
      });
    await repeat(60, () =>
      send("/items/documents?filter[title][_starts_with]=Largest&limit=2&fields=*,data", { headers }),
    );
  },
  "300 half-sent bodies of 8 MB": (attacker) =>
    holdOpen(attacker, 300, (socket) => {
      const body = Buffer.alloc(8_000_000 - 1, 0x20);
      const head = [
        `POST /render/${attacker.template}.pdf HTTP/1.1`,
        "host: a",
        "content-type: application/json",
        `content-length: ${body.length + 1}`,
      ].join("\r\n");
      socket.write(`${head}\r\n\r\n`);
      socket.write(body);
    }),
  "7 MB of tiny values, eight at once": ({ send, repeat, cookie, template }) =>
    repeat(8, (round) => {
      const body = [
        TINY_VALUES,
        `{"data":{"items":${TINY_VALUES}}}`,
        `{"title":"Tiny","templates_id":"${template}","data":{"items":${TINY_VALUES}}}`,
      ][round % 3];
      const path = ["/items/documents", `/render/${template}.pdf`, "/items/documents"][round % 3] ?? "";
      return send(path, { method: "POST", headers: { ...json, cookie }, body: body ?? "" });
    }),
  "forms of 120,000 parts": ({ send, repeat, cookie }) =>
    repeat(4, () =>
      send("/files", {
        method: "POST",
        headers: { cookie, "content-type": "multipart/form-data; boundary=b" },
        body: `${'--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(120_000)}--b--\r\n`,
      }),
    ),
  "38 KB of rows that are no rows": ({ send, repeat, template, sample }) =>
    repeat(8, (round) =>
      send(`/render/${template}.pdf`, {
        method: "POST",
        headers: json,
        body: JSON.stringify({
          data: { ...sample, number: String(round), items: Array.from({ length: 19_000 }, () => 5) },
        }),
      }),
    ),
  "the longest data the slowest templates allow": ({ send, repeat, longest }) =>
    repeat(8, (round) => {
      const { template, data } = at(longest, round);
      return send(`/render/${template}.pdf`, {
        method: "POST",
        headers: json,
        body: JSON.stringify({ data: withAnotherText(data, round) }),
      });
    }),
  // The compiler rejects `while true` and loops of more than 10,000 rounds, but not nested loops.
  "drafts that never end": ({ send, repeat, draft, cookie }) =>
    repeat(8, (round) =>
      send("/drafts/render", {
        method: "POST",
        headers: { ...json, cookie },
        body: JSON.stringify({ ...draft, content: `${round}\n${ENDLESS}` }),
      }),
    ),
  "an operator opens the submissions": ({ send, repeat, submissions, operatorCookie }) =>
    repeat(submissions.length, (round) =>
      send(`/drafts/${at(submissions, round)}/picture.webp`, { headers: { cookie: operatorCookie } }),
    ),
} satisfies Record<string, (attacker: Attacker) => Promise<void>>;
export type AttackName = keyof typeof ATTACKS;

function at<Item>(list: readonly Item[], round: number): Item {
  const item = list[round % list.length];
  if (item === undefined) throw new Error("the list is empty");
  return item;
}

/**
 * The same data with a different end of its first text, because a repeated request is answered from the
 * cache.
 */
function withAnotherText(data: Record<string, unknown>, round: number): Record<string, unknown> {
  for (const [name, value] of Object.entries(data))
    if (typeof value === "string" && value.length > 6) return { ...data, [name]: value.slice(0, -6) + round };
  throw new Error("the data has no text");
}

async function holdOpen(
  { url, seconds }: Attacker,
  count: number,
  begin: (socket: Socket) => void,
): Promise<void> {
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(Number(port), hostname, () => begin(socket));
    return socket.on("error", () => {});
  });
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  for (const socket of sockets) socket.destroy();
}

if (parentPort) {
  const data: AttackData = workerData;
  const report: AttackReport = {};
  const end = performance.now() + data.seconds * 1_000;
  const stopping = new AbortController();
  const count = (what: string | number) => {
    report[what] = (report[what] ?? 0) + 1;
  };
  const attacker: Attacker = {
    ...data,
    async send(path, init = {}, address = ATTACKER) {
      const headers = new Headers(init.headers);
      headers.set("x-forwarded-for", address);
      try {
        const answer = await fetch(data.url + path, { ...init, headers, signal: stopping.signal });
        await answer.arrayBuffer();
        count(answer.status);
        return answer;
      } catch {
        if (!stopping.signal.aborted) count("cut off");
        return undefined;
      }
    },
    async repeat(lanes, once) {
      let round = 0;
      setTimeout(() => stopping.abort(), Math.max(0, end - performance.now()));
      await Promise.all(
        Array.from({ length: lanes }, async () => {
          while (performance.now() < end) await once(round++);
        }),
      );
    },
  };
  await ATTACKS[data.name](attacker);
  parentPort.postMessage(report);
}
