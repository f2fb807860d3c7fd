import { t } from "@lingui/core/macro";
import {
  BILL_LIMITS,
  type Bill,
  type BillProblem,
  type BillProfile,
  type BillSyntax,
  type BillTotals,
} from "../../../contract/bill.ts";
import { expectedSums } from "../../../shared/bill/amount-checks.ts";
import { findAttachedXml, isPdf } from "../../../shared/bill/attached-xml.ts";
import { checkBill } from "../../../shared/bill/checks.ts";
import { type BillLevel, standardOf } from "../../../shared/bill/standards.ts";
import { readBill } from "../../../shared/bill/xml/bill-xml.ts";
import { UnreadableXml } from "../../../shared/bill/xml/xml.ts";
import { formatNumber } from "../../lib/i18n/intl.ts";
import { translate } from "../../lib/i18n/server-texts.ts";

/** An e-invoice that was opened, read on this device. */
export type ReceivedFile = {
  name: string;
  bill: Bill;
  /** What its amounts add up to. */
  expected: BillTotals;
  syntax: BillSyntax;
  isPdf: boolean;
  profile: BillProfile;
  /** Of Factur-X, if it isn't EN 16931. */
  level: BillLevel | undefined;
  problems: BillProblem[];
  xml: string;
};

/** A file that can't be opened, with a message for the person, and why and where. */
export class UnreadableFile extends Error {
  override name = "UnreadableFile";
  readonly detail: string | undefined;
  constructor(message: string, detail?: string) {
    super(message);
    this.detail = detail;
  }
}

const MAX_PDF_BYTES = 40 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;

export async function openReceived(file: File): Promise<ReceivedFile> {
  if (file.size > MAX_PDF_BYTES) throw tooLarge(MAX_PDF_BYTES);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isHybrid = isPdf(bytes);
  const xml = isHybrid ? findAttachedXml(bytes) : bytes;
  if (xml === "encrypted")
    throw new UnreadableFile(t`This PDF is encrypted, so its invoice data can’t be read.`);
  if (xml === "none")
    throw new UnreadableFile(t`This PDF has no invoice data. It’s a plain PDF, which you can read as it is.`);
  if (xml.length > BILL_LIMITS.xmlBytes) throw tooLarge(BILL_LIMITS.xmlBytes);
  try {
    const { bill, syntax, problems } = readBill(xml);
    const { profile, level } = standardOf(bill);
    return {
      name: file.name,
      bill,
      expected: expectedSums(bill).totals,
      syntax,
      isPdf: isHybrid,
      profile,
      level,
      problems: [...problems, ...checkBill(bill, profile, level)],
      xml: new TextDecoder().decode(xml),
    };
  } catch (error) {
    if (!(error instanceof UnreadableXml)) throw error;
    throw new UnreadableFile(
      t`This file can’t be read as an e-invoice (CII or UBL). Nothing was sent anywhere.`,
      translate(error),
    );
  }
}

function tooLarge(limit: number): UnreadableFile {
  return new UnreadableFile(
    t`The file is too large. The limit is ${{ size: formatNumber(limit / MEGABYTE) }} MB.`,
  );
}
