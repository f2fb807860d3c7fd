import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Catalogue } from "./catalogue.ts";

/**
 * Answers that are the same for everybody, made once per version of the catalogue: the bytes, their compressed
 * forms and their ETag. Bounded in bytes; what was used longest ago goes first.
 */
export type PublicAnswer = {
  status: number;
  headers: Record<string, string>;
  etag: string;
  plain: Buffer;
  br?: Buffer | undefined;
  gzip?: Buffer | undefined;
};

export type PublicAnswers = {
  find(key: string): PublicAnswer | undefined;
  keep(
    key: string,
    version: number,
    status: number,
    headers: Record<string, string>,
    body: string | Buffer,
  ): Promise<PublicAnswer>;
};

const MAX_BYTES = 64 * 1024 * 1024;
/** A packet; compressing less saves nothing. */
const SMALLEST_COMPRESSED = 1_000;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export function createPublicAnswers(catalogue: Catalogue): PublicAnswers {
  let kept = new Map<string, PublicAnswer>();
  let size = 0;
  catalogue.onChange(() => {
    kept = new Map();
    size = 0;
  });

  return {
    find: (key) => {
      const answer = kept.get(key);
      if (answer) {
        kept.delete(key);
        kept.set(key, answer);
      }
      return answer;
    },
    keep: async (key, version, status, headers, body) => {
      const plain = Buffer.from(body as string);
      const answer: PublicAnswer = {
        status,
        headers,
        etag: `"${createHash("sha256").update(plain).digest("base64url").slice(0, 27)}"`,
        plain,
      };
      if (plain.length >= SMALLEST_COMPRESSED) {
        answer.br = await brotli(plain, {
          params: { [constants.BROTLI_PARAM_QUALITY]: plain.length > 200_000 ? 5 : 9 },
        });
        answer.gzip = await zip(plain, { level: 6 });
      }
      const bytes = sizeOf(answer);
      // Made from a catalogue that has changed meanwhile: good for this request, not for the next.
      if (version !== catalogue.version() || bytes > MAX_BYTES / 4) return answer;
      kept.set(key, answer);
      size += bytes;
      for (const [oldest, old] of kept) {
        if (size <= MAX_BYTES) break;
        kept.delete(oldest);
        size -= sizeOf(old);
      }
      return answer;
    },
  };
}

function sizeOf({ plain, br, gzip }: PublicAnswer): number {
  return plain.length + (br?.length ?? 0) + (gzip?.length ?? 0);
}

export type Encoding = "br" | "gzip" | "plain";

/** The smallest form that the client takes. */
export function chooseEncoding(answer: PublicAnswer, accepted: string | undefined): Encoding {
  if (answer.br && accepted && /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted)) return "br";
  if (answer.gzip && accepted && /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted)) return "gzip";
  return "plain";
}

export function matchesTag(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  return header.trim() === "*" || header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
