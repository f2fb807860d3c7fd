import { encode } from "uqr";
import { compare, decimalOf, formatDecimal, parseDecimal, round } from "./decimal.ts";

/** What a banking app reads from the code of a SEPA transfer (EPC069-12, version 2). */
export type Transfer = {
  name: string | undefined;
  iban: string | undefined;
  bic?: string | undefined;
  amount: string;
  currency: string | undefined;
  reference?: string | undefined;
};

const MOST = decimalOf("999999999.99");
const LEAST = decimalOf("0.01");
/** Beyond it, apps don't read the code. */
const LARGEST_VERSION = 13;

/** Undefined for anything that can't be transferred this way: another currency, no account, nothing to pay. */
export function transferText({
  name,
  iban,
  bic = "",
  amount,
  currency,
  reference = "",
}: Transfer): string | undefined {
  const sum = parseDecimal(amount);
  if (currency !== "EUR" || !iban || !name || !sum) return undefined;
  if (compare(sum, LEAST) < 0 || compare(sum, MOST) > 0) return undefined;
  const structured = /^RF\d\d[A-Z\d]{1,21}$/.test(reference.replace(/ /g, ""));
  return [
    "BCD",
    "002",
    "1", // UTF-8
    "SCT",
    bic,
    name.slice(0, 70),
    iban,
    `EUR${formatDecimal(round(sum, 2))}`,
    "",
    structured ? reference.replace(/ /g, "") : "",
    structured ? "" : reference.slice(0, 140),
  ]
    .join("\n")
    .trimEnd();
}

type Drawing = {
  /** The quiet zone around the code, in modules. */
  border?: number;
  maxVersion?: number;
  /** What is drawn in its middle, as SVG, for a code of this size. */
  mark?: (size: number) => string;
};

/** The code as a picture, with the quiet zone that readers need. */
export function drawCode(
  text: string,
  { border = 4, maxVersion = LARGEST_VERSION, mark = () => "" }: Drawing = {},
): string {
  const { data, size } = encode(text, { ecc: "M", boostEcc: false, border, maxVersion });
  const path = data
    .flatMap((row, y) => runsOf(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`))
    .join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path d="${path}"/>${mark(size)}</svg>`;
}

/** Where dark modules begin in a row, and how many follow each other. */
function runsOf(row: boolean[]): [number, number][] {
  const runs: [number, number][] = [];
  row.forEach((isDark, x) => {
    if (!isDark) return;
    const last = runs.at(-1);
    if (last && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  });
  return runs;
}
