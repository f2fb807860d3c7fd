import { t } from "@lingui/core/macro";
import type { Usage, UsageShare } from "../../../contract/limits.ts";
import { formatNumber } from "../../lib/i18n/intl.ts";

/** One bounded thing as the account page shows it. */
export type UsageLine = {
  name: string;
  /** "12 of 1,000", "3.4 of 200 MB" */
  amount: string;
  share: UsageShare;
  state: "room" | "near" | "full";
  /** Advice, if there is something to do. */
  advice?: string;
};

const NEAR = 0.8;
const MEGABYTE = 1024 * 1024;

export function describeUsage(usage: Usage): UsageLine[] {
  const { documents, documents_bytes, pictures, pictures_bytes, sessions } = usage;
  return [
    describe(t`Documents`, documents, formatShare, DOCUMENT_ADVICE),
    describe(t`Document storage`, documents_bytes, formatMegabytes, DOCUMENT_ADVICE),
    describe(t`Pictures`, pictures, formatShare, PICTURE_ADVICE),
    describe(t`Picture storage`, pictures_bytes, formatMegabytes, PICTURE_ADVICE),
    describe(t`Active sessions`, sessions, formatShare, SESSION_ADVICE),
  ];
}

type Advice = Record<"near" | "full", () => string>;

const DOCUMENT_ADVICE: Advice = {
  near: () => t`Almost full. Delete documents you no longer need, and empty the bin.`,
  full: () =>
    t`Full. Changes are stored only on this device until you delete documents and empty the bin. Nothing is lost.`,
};
const PICTURE_ADVICE: Advice = {
  near: () => t`Almost full. Remove pictures you no longer need.`,
  full: () => t`Full. Remove a picture before you add another.`,
};
const SESSION_ADVICE: Advice = {
  near: () => t`Almost full. End sessions you no longer use.`,
  full: () => t`Full. Signing in again ends your least recently used session.`,
};

function describe(
  name: string,
  share: UsageShare,
  format: (share: UsageShare) => string,
  advice: Advice,
): UsageLine {
  const { used, allowed } = share;
  const state = used >= allowed ? "full" : used >= allowed * NEAR ? "near" : "room";
  return {
    name,
    amount: format(share),
    share,
    state,
    ...(state === "room" ? {} : { advice: advice[state]() }),
  };
}

function formatShare(share: UsageShare): string {
  const [used, allowed] = [formatNumber(share.used), formatNumber(share.allowed)];
  return t`${used} of ${allowed}`;
}

/** Rounded up: used space is never "0 MB", and a full quota never looks as if there were space left. */
function formatMegabytes(share: UsageShare): string {
  const used = formatNumber(Math.ceil((share.used / MEGABYTE) * 10) / 10, { maximumFractionDigits: 1 });
  const allowed = formatNumber(share.allowed / MEGABYTE, { maximumFractionDigits: 1 });
  return t`${used} of ${allowed} MB`;
}
