// Loaded with the first e-invoice that is opened.

import check from "virtual:icon/check";
import warning from "virtual:icon/triangle-alert";
import { plural, t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Bill } from "../../../contract/bill.ts";
import type { GroupField } from "../../../contract/templates/template-file.ts";
import { asksForSameSum, pageOfBill } from "../../../shared/bill/bill-values.ts";
import { CREDIT_NOTES } from "../../../shared/bill/codes.ts";
import { compare, decimalOf, isZero } from "../../../shared/bill/decimal.ts";
import { isCreditNoteTemplate, isInvoiceTemplate } from "../../../shared/bill/invoice-template.ts";
import { termOf } from "../../../shared/bill/terms.ts";
import { formatDate } from "../../lib/format/moments.ts";
import { listItems } from "../../lib/http/content-client.ts";
import { reasonOf } from "../../lib/http/http-client.ts";
import { requestPages } from "../../lib/http/render-client.ts";
import { formatList, formatNumber } from "../../lib/i18n/intl.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import {
  drawPages,
  mayUseEngine,
  openEngine,
  PageImages,
  type PagePicture,
  pagesOnDevice,
  problemText,
  profileName,
} from "../editor/index.ts";
import { PageActions } from "./page-actions.tsx";
import styles from "./received.module.css";
import type { ReceivedFile } from "./received-file.ts";

type Props = { file: ReceivedFile };

/** A received e-invoice: what our checks found, its sums, what to pay, all its data, and a designed page of it. */
export default function InvoiceView({ file }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { bill, syntax, problems } = file;
  const format = `${standardName(file)}, ${syntax.toUpperCase()}${file.isPdf ? ", PDF" : ""}`;
  const shown = problems.slice(0, MAX_PROBLEMS);
  const more = problems.length - shown.length;
  return (
    <div className={styles.invoice}>
      <div className={styles.findings}>
        <h2 ref={heading} tabIndex={-1}>
          <Icon of={problems.length > 0 ? warning : check} />
          {problems.length > 0
            ? plural({ count: problems.length }, { one: "# problem found", other: "# problems found" })
            : t`No problems found`}
        </h2>
        <p className="muted">
          {t`${{ number: bill.number ?? "–" }} from ${{ seller: bill.seller.name ?? "–" }}`} · {format}
        </p>
        <p
          className={styles.small}
        >{t`We check sums, required fields and codes, not every rule. This isn’t tax advice.`}</p>
        {problems.length > 0 && (
          <ul className={styles.problems}>
            {shown.map((problem) => (
              <li key={`${problem.rule} ${problem.term} ${problem.path}`}>
                {problemText(problem)}
                <code>{[problem.rule, problem.term].filter(Boolean).join(" · ")}</code>
              </li>
            ))}
            {more > 0 && <li>{plural(more, { one: "# more problem", other: "# more problems" })}</li>}
          </ul>
        )}
        <Sums {...file} />
        <ToPay bill={bill} />
        <details>
          <summary>{t`All data`}</summary>
          <AllData bill={bill} />
        </details>
        <details>
          <summary>XML</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which a keyboard has to be able to do */}
          <pre className={styles.xml} tabIndex={0} dir="ltr">
            {file.xml.slice(0, MAX_SHOWN)}
          </pre>
        </details>
      </div>
      {bill.lines.length > 0 ? (
        <DesignedPage bill={bill} />
      ) : (
        <p className={styles.small}>{t`This file has sums but no lines, so there is no page to show.`}</p>
      )}
    </div>
  );
}

function standardName({ profile, level }: ReceivedFile): string {
  if (level) return `Factur-X ${level}`;
  return profile === "en16931" ? "EN 16931" : profileName(profile);
}

const MAX_PROBLEMS = 200; // a file may have one at each line
const MAX_SHOWN = 200_000; // characters; a browser takes long to lay out more

function money(amount: string | undefined, currency: string | undefined): string {
  if (amount === undefined) return "–";
  const value = Number(amount);
  if (!currency || !/^[A-Z]{3}$/.test(currency) || Math.abs(value) > Number.MAX_SAFE_INTEGER / 100)
    return amount;
  return formatNumber(value, { style: "currency", currency, minimumFractionDigits: 2 });
}

/** Each sum as it is given, and where it isn't what the other amounts add up to, as it should be. */
function Sums({ bill, expected }: ReceivedFile) {
  const { totals, currency } = bill;
  const label = {
    lines:
      bill.lines.length > 0
        ? plural({ count: bill.lines.length }, { one: "# line", other: "# lines" })
        : t({ message: "Lines", context: "sum of an invoice" }),
    allowances: t({ message: "Discounts", context: "sum of an invoice" }),
    charges: t({ message: "Charges", context: "sum of an invoice" }),
    net: t`Total without tax`,
    tax: t({ message: "Tax", context: "sum of an invoice" }),
    gross: t`Total with tax`,
    prepaid: t`Paid in advance`,
    rounding: t`Rounding`,
    due: t`Amount due`,
  };
  const rows = (Object.keys(label) as (keyof typeof label)[]).filter(
    (key) =>
      ["net", "tax", "gross", "due"].includes(key) ||
      (key === "lines" && bill.lines.length > 0) ||
      !isZero(decimalOf(totals[key])) ||
      !isZero(decimalOf(expected[key])),
  );
  return (
    <table className={styles.table}>
      <caption>{t`Sums`}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t`Sum`}</th>
          <th scope="col">{t({ message: "Given", context: "sum in a file" })}</th>
          <th scope="col">{t({ message: "Check", context: "noun: result of a check" })}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((key) => {
          const isRight = compare(decimalOf(totals[key]), decimalOf(expected[key])) === 0;
          return (
            <tr key={key} data-wrong={isRight ? undefined : ""}>
              <th scope="row">{label[key]}</th>
              <td className="num">{money(totals[key], currency)}</td>
              <td className="num">
                {isRight ? (
                  <>
                    <Icon of={check} />
                    <span className="sr-only">{t({ message: "Right", context: "a sum" })}</span>
                  </>
                ) : (
                  t`Expected: ${{ amount: money(expected[key], currency) }}`
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function ToPay({ bill }: { bill: Bill }) {
  const rows: [string, string | undefined][] = [
    [t`Due on`, bill.due && formatDate(bill.due)],
    [t`IBAN`, bill.payment?.iban?.replace(/(.{4})(?=.)/g, "$1 ")],
    [t({ message: "Reference", context: "of a payment" }), bill.payment?.reference ?? bill.number],
    [
      t`Seller`,
      formatList(
        [bill.seller.name ?? "", bill.seller.address?.town ?? "", bill.seller.vatId ?? ""].filter(Boolean),
        "unit",
      ),
    ],
  ];
  return (
    <table className={styles.table}>
      <caption>{t`To pay`}</caption>
      <tbody>
        {rows.map(
          ([label, value]) =>
            value && (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>
                  <bdi>{value}</bdi>
                </td>
              </tr>
            ),
        )}
      </tbody>
    </table>
  );
}

function AllData({ bill }: { bill: Bill }) {
  const rows = flatten(bill).slice(0, MAX_ROWS);
  return (
    <div className={styles.wide}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t`Name`}</th>
            <th scope="col">{t`Business term`}</th>
            <th scope="col">{t({ message: "Value", context: "of a field" })}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([path, value]) => (
            <tr key={path}>
              <th scope="row">
                <code>{path}</code>
              </th>
              <td>{termOf(path)}</td>
              <td>
                <bdi>{value}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const MAX_ROWS = 3_000;

function flatten(value: unknown, above = ""): [string, string][] {
  if (typeof value !== "object" || value === null) return [[above, String(value)]];
  return Object.entries(value).flatMap(([key, each]) => flatten(each, above ? `${above}.${key}` : key));
}

const templatesQuery = {
  queryKey: ["invoice templates"],
  queryFn: async () => {
    const { data } = await listItems("templates", {
      fields: ["id", "url", "template_name", "fields", "used"],
      filter: { type: { _eq: "invoices" } },
      sort: ["-used", "template_name"],
      limit: 100,
    });
    return data.filter(({ fields }) => isInvoiceTemplate(fields));
  },
};

/** A credit note is shown as one, and an invoice never is, where the library has templates of both. */
function templatesFor<Template extends { fields: GroupField }>(
  bill: Bill,
  templates: Template[],
): Template[] {
  const isCreditNote = CREDIT_NOTES.includes(bill.type ?? "");
  const alike = templates.filter(({ fields }) => isCreditNoteTemplate(fields) === isCreditNote);
  return alike.length > 0 ? alike : templates;
}

/** The invoice as a page of one of the templates. Drawn on this device, or by the server if the person agrees. */
function DesignedPage({ bill }: { bill: Bill }) {
  const { data: templates, isError } = useQuery(templatesQuery);
  const [chosen, setChosen] = useState<string>();
  const [mayAsk, setMayAsk] = useState(false);
  const [pages, setPages] = useState<PagePicture[]>();
  const [failure, setFailure] = useState<string>();
  const isHere = mayUseEngine();
  const fitting = useMemo(
    () =>
      templates &&
      templatesFor(bill, templates).map(({ id, url, template_name: name, fields }) => {
        const data = pageOfBill(fields, bill);
        return { id, url, name, data, isSame: asksForSameSum(fields, data, bill) };
      }),
    [templates, bill],
  );
  const shown =
    fitting?.find(({ id }) => id === chosen) ?? fitting?.find(({ isSame }) => isSame) ?? fitting?.[0];
  const { id, data, name = "" } = shown ?? {};
  const canDraw = isHere || mayAsk;
  useEffect(() => {
    if (!id || !data || !canDraw) return;
    const stop = new AbortController();
    setFailure(undefined);
    const request = { data, theme: {}, mode: "proof" } as const;
    const made = isHere
      ? pagesOnDevice(openEngine(), { id }, request, stop.signal)
      : requestPages(id, request, stop.signal);
    made
      .then(({ pages, printed }) => drawPages(pages, [], { name, printed }))
      .then((drawn) => !stop.signal.aborted && setPages(drawn))
      .catch((error: unknown) => {
        if (stop.signal.aborted) return;
        console.error("The page of an e-invoice could not be drawn", error);
        setFailure(reasonOf(error));
      });
    return () => stop.abort();
  }, [id, data, name, canDraw, isHere]);

  return (
    <section className={styles.page} aria-label={t`Page view of the invoice`}>
      {fitting && fitting.length > 0 && (
        <label className="field">
          <span>{t`Show as`}</span>
          <select className="input" value={id} onChange={({ target }) => setChosen(target.value)}>
            {fitting.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}
              </option>
            ))}
          </select>
        </label>
      )}
      {isError && <p role="alert">{t`We couldn’t load the templates. The data is complete without them.`}</p>}
      {!canDraw && (
        <div className={styles.ask}>
          <p>{t`This device can’t draw the page. The server can: the invoice’s data is sent to it for that, and not stored.`}</p>
          <Button onClick={() => setMayAsk(true)}>{t`Draw the page on the server`}</Button>
        </div>
      )}
      {shown && !shown.isSame && (
        <p className={styles.small}>
          {t`This template has no place for everything in the invoice, so its page shows another sum. Trust the sums in the table.`}
        </p>
      )}
      {failure && <p role="alert">{t`We couldn’t draw the page. ${{ reason: failure }}`}</p>}
      {canDraw && !pages && !failure && <p role="status">{t`Drawing the page…`}</p>}
      {pages?.map((page) => (
        <div
          key={page.svg.length + page.svg.slice(-64)}
          className={`paper ${styles.paper}`}
          style={{ "--share": 1, "--ar": page.width / page.height }}
        >
          <PageImages images={page.images} />
        </div>
      ))}
      {pages && shown && <PageActions bill={bill} template={shown} isHere={isHere} />}
      {pages && (
        <p className={styles.small}>
          {isHere
            ? t`Data from the file, layout from the template ${{ template: name }}. Drawn on this device.`
            : t`Data from the file, layout from the template ${{ template: name }}.`}
        </p>
      )}
    </section>
  );
}
