// Loaded when the details of an e-invoice are opened for the first time.

import check from "virtual:icon/check";
import warning from "virtual:icon/triangle-alert";
import close from "virtual:icon/x";
import { plural, t } from "@lingui/core/macro";
import { createContext, type ReactNode, use, useEffect, useId, useRef, useState } from "react";
import {
  BILL_PROFILES,
  BILL_TYPES,
  type BillProfile,
  type DocumentInvoice,
  type InvoiceDetails,
  TAX_CATEGORIES,
} from "../../../../contract/bill.ts";
import { COUNTRIES } from "../../../../shared/bill/codes.ts";
import { decimalOf, isZero } from "../../../../shared/bill/decimal.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { formatNumber, pageLocale } from "../../../lib/i18n/intl.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { emptySet, saveDetails, useDetails } from "../../details/index.ts";
import type { FieldPath } from "../draft.ts";
import type { DraftStore } from "../draft-store.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { labelOf } from "../field-labels.ts";
import { lengthOf, readDetail, writeDetails, writeLine } from "./change-invoice.ts";
import styles from "./invoice.module.css";
import { type InvoiceState, sellerIn, textsOfSeller, useInvoice } from "./invoice-state.ts";
import {
  countryName,
  PAYMENT_MEANS,
  paymentName,
  processName,
  profileName,
  profileSentence,
  taxCaseName,
  typeName,
  UNITS,
  unitName,
} from "./invoice-texts.ts";
import { problemText } from "./problem-text.ts";

export type EInvoiceRequest = { profile: BillProfile; invoice: InvoiceDetails };

type Props = {
  template: EditorTemplate;
  store: DraftStore;
  /** The field to go to first: "buyer.electronicAddress". */
  focus: string | undefined;
  onField(path: FieldPath): void;
  onPlainPdf(): void;
  onEInvoice(request: EInvoiceRequest): void;
  onClose(): void;
};

type Panel = {
  state: InvoiceState;
  write(values: readonly (readonly [string, string])[]): void;
  change(invoice: DocumentInvoice): void;
  /** Suggestions that the person cleared. */
  dismissed: ReadonlySet<string>;
  dismiss(path: string): void;
};

const PanelContext = createContext<Panel | undefined>(undefined);
function usePanel(): Panel {
  const panel = use(PanelContext);
  if (!panel) throw new Error("a field outside the panel");
  return panel;
}

const idOf = (path: string) => `invoice.${path}`;

/** What an e-invoice needs beyond the page: seller, buyer, document and lines. */
export default function InvoicePanel(props: Props) {
  const { template, store, focus, onField, onClose } = props;
  const state = useInvoice(template, store);
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!focus || !focusDetail(focus)) heading.current?.focus();
  }, [focus]);
  const panel: Panel = {
    state,
    write: (values) =>
      store.change(
        { invoice: writeDetails(state, values) },
        `invoice.${values.map(([path]) => path).join()}`,
      ),
    change: (invoice) => store.change({ invoice: Object.keys(invoice).length > 0 ? invoice : undefined }),
    dismissed,
    dismiss: (path) => setDismissed(new Set([...dismissed, path])),
  };
  const onPage = state.missing.filter(({ path }) => path.startsWith("data."));
  return (
    <PanelContext value={panel}>
      <section
        className={styles.panel}
        aria-labelledby="invoice-panel-title"
        onKeyDown={(event) => {
          if (event.key === "Escape") onClose();
        }}
      >
        <header>
          <h2 id="invoice-panel-title" ref={heading} tabIndex={-1}>{t`E-invoice details`}</h2>
          <IconButton label={t`Close`} icon={close} onClick={onClose} />
        </header>
        <div className={styles.scroll}>
          <Standard />
          {onPage.length > 0 && (
            <div className={styles.part}>
              <h3>{t`Missing on the page`}</h3>
              <ul className={styles.missing}>
                {onPage.map(({ number, path, problem }) => (
                  <li key={`${path} ${problem.rule}`}>
                    <MissingNumber of={number} />
                    <span>{problemText(problem)}</span>
                    <button
                      type="button"
                      className="link"
                      onClick={() => onField(path.slice("data.".length))}
                      aria-label={t`Go to field: ${{ field: labelOf(template.fields, path.slice("data.".length)) }}`}
                    >
                      {t`Go to field`}
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          )}
          <Seller />
          <Buyer />
          <DocumentPart />
          {state.profile === "france" && <FrenchPart />}
          <Lines />
          <p className={styles.about}>
            {t`An e-invoice is your PDF with the same invoice inside as data, for accounting software. Typecase makes the file. Sending it, for example through a platform, is a separate step. We check required fields, sums and codes, not every rule. This isn’t tax advice.`}
          </p>
        </div>
        <Foot {...props} />
      </section>
    </PanelContext>
  );
}

/** Focuses the field of a detail; a folded part around it is opened. */
function focusDetail(path: string): boolean {
  const field = document.getElementById(idOf(path));
  if (!field) return false;
  field.closest("details")?.setAttribute("open", "");
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: "nearest" }); // only within the panel;
  return true;
}

function Foot({ onPlainPdf, onEInvoice, store }: Props) {
  const { state } = usePanel();
  const { missing, profile, details, stored } = state;
  const count = missing.length;
  const suggested = openProposals(usePanel(), "").length;
  const toConfirm = state.isReady ? 0 : suggested;
  return (
    <footer>
      <p role="status">
        {state.isReady ? (
          <>
            <Icon of={check} />
            {t`No problems found`}
          </>
        ) : (
          <>
            <Icon of={warning} />
            {toConfirm > 0 && count > 0
              ? t`${{ missing: formatNumber(count) }} missing, ${{ suggested: formatNumber(toConfirm) }} to confirm`
              : count > 0
                ? plural(count, { one: "# detail missing", other: "# details missing" })
                : plural(toConfirm, { one: "# suggestion to confirm", other: "# suggestions to confirm" })}
          </>
        )}
      </p>
      <Button onClick={onPlainPdf}>{t`Download plain PDF`}</Button>
      <Button
        variant={state.isReady ? "primary" : undefined}
        disabled={!state.isReady}
        onClick={() => {
          // The seller of the person's details is stored with the document, so that it stays what was sent.
          store.change({ invoice: stored });
          onEInvoice({ profile, invoice: details });
        }}
      >
        {t`Download e-invoice`}
      </Button>
    </footer>
  );
}

function Standard() {
  const { state, change } = usePanel();
  const { profile, ...stored } = state.stored;
  const id = useId();
  return (
    <div className={styles.part}>
      <div className="field">
        <label htmlFor={id}>{t`Standard`}</label>
        <select
          id={id}
          className="input"
          aria-describedby={`${id}-why`}
          value={profile ?? ""}
          onChange={({ target: { value } }) => {
            const chosen = BILL_PROFILES.find((each) => each === value);
            change(chosen ? { ...stored, profile: chosen } : stored);
          }}
        >
          <option value="">{t`Automatic`}</option>
          {BILL_PROFILES.map((each) => (
            <option key={each} value={each}>
              {profileName(each)}
            </option>
          ))}
        </select>
        <p className="hint" id={`${id}-why`}>
          {profileSentence(state.profile, state.reason)}
        </p>
      </div>
    </div>
  );
}

function openProposals({ state, dismissed }: Panel, prefix: string) {
  return [...state.proposals.values()].filter(({ path }) => path.startsWith(prefix) && !dismissed.has(path));
}

function PartHead({ title, note, party }: { title: string; note: string; party?: "seller" | "buyer" }) {
  const panel = usePanel();
  const proposals = party ? openProposals(panel, party) : [];
  return (
    <div className={styles.partHead}>
      <h3>{title}</h3>
      <small>{note}</small>
      {proposals.length > 0 && (
        <Button
          size="small"
          onClick={() => panel.write(proposals.map(({ path, value }) => [path, value] as const))}
        >
          <Icon of={check} />
          {plural({ count: proposals.length }, { one: "Accept # suggestion", other: "Accept # suggestions" })}
        </Button>
      )}
    </div>
  );
}

function SuggestionNote({ party }: { party: "seller" | "buyer" }) {
  const panel = usePanel();
  const from = new Set(openProposals(panel, party).map((proposal) => proposal.from));
  if (from.size === 0) return null;
  return (
    <p className={styles.suggestedFrom}>
      {from.has("recipient")
        ? t`Suggested from an earlier invoice to this client and from the page. Edit or accept.`
        : t`Suggested from the page. Edit or accept.`}
    </p>
  );
}

function Seller() {
  const { state } = usePanel();
  const [isOpen] = useState(
    () =>
      state.missing.some(({ path }) => path.startsWith("seller.")) ||
      [...state.proposals.keys()].some((path) => path.startsWith("seller.")),
  );
  const { seller } = state.bill;
  const summary = [
    seller.name,
    seller.address?.street,
    [seller.address?.postcode, seller.address?.town].filter(Boolean).join(" "),
    seller.vatId ?? seller.taxNumber,
  ].filter(Boolean);
  return (
    <div className={styles.part}>
      <PartHead title={t`Seller`} note={t`Can be stored in your details`} party="seller" />
      <details open={isOpen || undefined}>
        <summary>{summary.join(", ") || t`Not filled in yet`}</summary>
        <div className={styles.fields}>
          <PartyFields party="seller" />
          <Field path="seller.taxNumber" label={t`Local tax number`} columns={3} />
          <Field path="seller.contact.name" label={t`Contact person`} columns={3} />
          <Field
            path="seller.contact.phone"
            label={t`Contact’s phone`}
            columns={3}
            fromPage={state.fromPage.seller.contact?.phone}
          />
          <Field
            path="seller.contact.email"
            label={t`Contact’s email`}
            columns={3}
            fromPage={state.fromPage.seller.contact?.email}
          />
        </div>
        <SuggestionNote party="seller" />
        <SaveSeller />
      </details>
    </div>
  );
}

/** Stores the seller in the person's details, for the next invoice. */
function SaveSeller() {
  const { state } = usePanel();
  const { sets, chosen, isReady } = useDetails();
  const { seller } = state.details;
  if (!seller || !isReady) return null;
  const name = state.bill.seller.name;
  const set =
    sets.find(({ values: { texts } }) => [texts["sender.legal_name"], texts["sender.name"]].includes(name)) ??
    (sets.length === 0 ? chosen : undefined);
  const texts = textsOfSeller(seller, countryName);
  const stored = set ? sellerIn(set.values.texts) : {};
  if (set && JSON.stringify(textsOfSeller(stored, countryName)) === JSON.stringify(texts))
    return <p className={styles.saved}>{t`Stored in your details`}</p>;
  return (
    <Button
      size="small"
      className={styles.save}
      onClick={() => {
        const before = set ?? emptySet(name ?? t({ message: "Me", context: "name of a sender" }));
        const own = set ? set.values.texts : { "sender.name": name ?? "" };
        saveDetails({ ...before, values: { ...before.values, texts: { ...own, ...texts } } });
        notify({
          kind: "fact",
          message: t`The seller is stored in your details. Your next invoices use it.`,
        });
      }}
    >
      {t`Store in my details`}
    </Button>
  );
}

function Buyer() {
  const { state } = usePanel();
  return (
    <div className={styles.part}>
      <PartHead title={t`Buyer`} note={state.bill.buyer.name ?? ""} party="buyer" />
      <div className={styles.fields}>
        <PartyFields party="buyer" />
        <Field
          path="buyerReference"
          label={t`Buyer reference`}
          hint={t`Leitweg-ID, or what the buyer asked for`}
          columns={3}
          fromPage={state.fromPage.buyerReference}
        />
        <Field path="order" label={t`Order number`} columns={3} />
      </div>
      <SuggestionNote party="buyer" />
    </div>
  );
}

function PartyFields({ party }: { party: "seller" | "buyer" }) {
  const { fromPage } = usePanel().state;
  return (
    <>
      <Field path={`${party}.address.street`} label={t`Street`} columns={3} />
      <Field path={`${party}.address.postcode`} label={t`Postcode`} columns={1} />
      <Field path={`${party}.address.town`} label={t`Town`} columns={2} />
      <Field path={`${party}.address.country`} label={t`Country`} columns={3} options={<Countries />} />
      <Field path={`${party}.vatId`} label={t`VAT number`} columns={3} fromPage={fromPage[party].vatId} />
      <Field
        path={`${party}.electronicAddress`}
        label={t`Electronic address`}
        hint={t`An email address for invoices, or scheme and number such as 0208:0123456789`}
        columns={3}
      />
      <Field
        path={`${party}.companyId`}
        label={t`Company number`}
        hint={t`Such as HRB or SIREN`}
        columns={3}
      />
      {!fromPage[party].name && <Field path={`${party}.name`} label={t`Full legal name`} columns={6} />}
    </>
  );
}

let countries: { language: string; list: [string, string][] } | undefined;

function Countries() {
  const language = pageLocale();
  if (countries?.language !== language) {
    const list = [...COUNTRIES].map((code): [string, string] => [code, countryName(code)]);
    const { compare } = new Intl.Collator(language);
    countries = { language, list: list.sort(([, a], [, b]) => compare(a, b)) };
  }
  return countries.list.map(([code, name]) => (
    <option key={code} value={code}>
      {name}
    </option>
  ));
}

function DocumentPart() {
  const { state, write } = usePanel();
  const { details, bill, fromPage } = state;
  const [isPeriod, setPeriod] = useState(() => details.period !== undefined);
  const has = (path: string) =>
    state.missing.some((each) => each.path === path) || readDetail(details, path) !== "";
  const type = details.type ?? fromPage.type ?? "380";
  const means = bill.payment?.means ?? "";
  const isCorrection = type === "381" || type === "384";
  const isUntaxed = fromPage.lines.some(({ category }) => category === undefined);
  const crosses = bill.lines.some(({ category }) => category === "K" || category === "G");
  const periodId = useId();
  return (
    <div className={styles.part}>
      <PartHead title={t`Document`} note={bill.number ?? ""} />
      <div className={styles.fields}>
        <Field
          path="type"
          label={t`Type`}
          columns={3}
          fallback={fromPage.type ?? "380"}
          options={BILL_TYPES.map((code) => (
            <option key={code} value={code}>
              {typeName(code)} ({code})
            </option>
          ))}
        />
        <Field
          path="payment.means"
          label={t`Payment`}
          columns={3}
          options={
            <>
              <option value="">
                {fromPage.payment?.means
                  ? t`From the page: ${{ means: paymentName(fromPage.payment.means) ?? fromPage.payment.means }}`
                  : t`Not selected`}
              </option>
              {PAYMENT_MEANS.map((code) => (
                <option key={code} value={code}>
                  {paymentName(code)}
                </option>
              ))}
            </>
          }
        />
        {(isCorrection || has("preceding.0.number")) && (
          <>
            <Field
              path="preceding.0.number"
              label={t`Corrected invoice number`}
              columns={3}
              fromPage={fromPage.preceding[0]?.number}
            />
            <Field
              path="preceding.0.issued"
              label={t`Corrected invoice date`}
              columns={3}
              type="date"
              fromPage={fromPage.preceding[0]?.issued}
            />
          </>
        )}
        <div className={`field ${styles.columns3}`}>
          <label htmlFor={periodId}>{t`Delivered`}</label>
          <select
            id={periodId}
            className="input"
            value={isPeriod ? "period" : "date"}
            onChange={({ target: { value } }) => {
              setPeriod(value === "period");
              write(
                value === "period"
                  ? [["delivery.date", ""]]
                  : [
                      ["period.from", ""],
                      ["period.to", ""],
                    ],
              );
            }}
          >
            <option value="date">{t`On one day`}</option>
            <option value="period">{t`Over a period`}</option>
          </select>
        </div>
        {isPeriod ? (
          <div className={`${styles.columns3} ${styles.pair}`}>
            <Field path="period.from" label={t`First day`} columns={3} type="date" also="delivery.date" />
            <Field path="period.to" label={t`Last day`} columns={3} type="date" />
          </div>
        ) : (
          <Field
            path="delivery.date"
            label={t`Delivery date`}
            columns={3}
            type="date"
            fromPage={fromPage.delivery?.date}
          />
        )}
        {(crosses || has("delivery.country")) && (
          <Field path="delivery.country" label={t`Country of delivery`} columns={3} options={<Countries />} />
        )}
        {has("issued") && <Field path="issued" label={t`Issued on`} columns={3} type="date" />}
        {has("due") && <Field path="due" label={t`Due on`} columns={3} type="date" />}
        {has("payment.iban") && <Field path="payment.iban" label={t`IBAN`} columns={6} />}
        {means === "59" && (
          <>
            <Field path="payment.mandate" label={t`Mandate reference`} columns={3} />
            <Field path="payment.creditor" label={t`Creditor identifier`} columns={3} />
            <Field path="payment.debited" label={t`Account to debit (IBAN)`} columns={6} />
          </>
        )}
        {(isUntaxed || has("taxCase")) && (
          <Field
            path="taxCase"
            label={t`Tax case`}
            hint={t`For lines without a tax rate`}
            columns={3}
            options={<TaxCases empty={t`Choose a tax case`} />}
          />
        )}
        {((details.taxCase !== undefined && details.taxCase !== "Z") || has("taxReason")) && (
          <Field
            path="taxReason"
            label={t`Reason no tax is charged`}
            hint={t`Such as the section of the law`}
            columns={3}
            fromPage={bill.taxes.find(({ category }) => category === details.taxCase)?.reason}
          />
        )}
      </div>
    </div>
  );
}

function TaxCases({ empty }: { empty: string }) {
  return (
    <>
      <option value="">{empty}</option>
      {TAX_CATEGORIES.filter((category) => category !== "S").map((category) => (
        <option key={category} value={category}>
          {taxCaseName(category)}
        </option>
      ))}
    </>
  );
}

function FrenchPart() {
  return (
    <div className={styles.part}>
      <PartHead title={t`For France`} note={t`Required by French law`} />
      <div className={styles.fields}>
        <Field
          path="process"
          label={t`What is invoiced`}
          columns={3}
          options={
            <>
              <option value="">{t`Not selected`}</option>
              {["B1", "S1", "M1"].map((code) => (
                <option key={code} value={code}>
                  {processName(code)} ({code})
                </option>
              ))}
            </>
          }
        />
        <Field path="notes.PMT" label={t`Fixed recovery charge`} columns={6} />
        <Field path="notes.PMD" label={t`Penalties for late payment`} columns={6} />
        <Field path="notes.AAB" label={t`Discount for early payment, or that there is none`} columns={6} />
      </div>
    </div>
  );
}

function Lines() {
  const { state, change } = usePanel();
  const { bill, fromPage, details } = state;
  if (bill.lines.length === 0) return null;
  return (
    <div className={styles.part}>
      <PartHead title={t`Lines`} note={t`Units and tax cases as the page has them, unless you change one`} />
      <AllUnits />
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">{t({ message: "Item", context: "line of an invoice" })}</th>
            <th scope="col">{t`Tax case`}</th>
            <th scope="col">{t`Unit`}</th>
          </tr>
        </thead>
        <tbody>
          {bill.lines.map((line, index) => {
            const name = state.page.lines[index] ?? "";
            const page = fromPage.lines[index];
            const label = line.name || t`Line ${{ line: index + 1 }}`;
            const missing = state.missing.find(({ path }) => path === `lines.${index}.unit`);
            return (
              <tr key={line.id}>
                <th scope="row">{label}</th>
                <td>
                  {page?.category === undefined && name !== "" ? (
                    <select
                      className="input"
                      aria-label={t`Tax case of ${{ item: label }}`}
                      value={details.lines?.[index]?.taxCase ?? ""}
                      onChange={({ target }) =>
                        change(writeLine(state.stored, name, { taxCase: target.value }))
                      }
                    >
                      <TaxCases
                        empty={details.taxCase ? taxCaseName(details.taxCase) : t`As for the invoice`}
                      />
                    </select>
                  ) : (
                    line.category && taxOf(line.category, line.rate)
                  )}
                </td>
                <td>
                  <span className={styles.unit}>
                    {missing && <MissingNumber of={missing.number} />}
                    <select
                      id={idOf(`lines.${index}.unit`)}
                      className="input"
                      aria-label={t`Unit of ${{ item: label }}`}
                      data-missing={missing ? "" : undefined}
                      disabled={name === ""}
                      value={details.lines?.[index]?.unit ?? ""}
                      onChange={({ target }) => change(writeLine(state.stored, name, { unit: target.value }))}
                    >
                      <option value="">{page?.unit ? unitName(page.unit) : t`Choose a unit`}</option>
                      {UNITS.map((code) => (
                        <option key={code} value={code}>
                          {unitName(code)}
                        </option>
                      ))}
                    </select>
                  </span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** One unit for every line, for invoices with many. */
function AllUnits() {
  const { state, change } = usePanel();
  const id = useId();
  const { lines } = state.page;
  if (lines.length < 2) return null;
  const chosen = new Set(lines.map((_, index) => state.details.lines?.[index]?.unit ?? ""));
  const [only = ""] = chosen.size === 1 ? chosen : [];
  const choose = (unit: string) =>
    change(
      lines.reduce(
        (stored, name) => (name === "" ? stored : writeLine(stored, name, { unit })),
        state.stored,
      ),
    );
  return (
    <div className={`field ${styles.allUnits}`}>
      <label htmlFor={id}>{t`Unit of all lines`}</label>
      <select id={id} className="input" value={only} onChange={({ target }) => choose(target.value)}>
        <option value="">{chosen.size > 1 ? t`Different units` : t`As on the page`}</option>
        {UNITS.map((code) => (
          <option key={code} value={code}>
            {unitName(code)}
          </option>
        ))}
      </select>
    </div>
  );
}

function taxOf(category: (typeof TAX_CATEGORIES)[number], rate: string | undefined): string {
  const name = taxCaseName(category);
  if (rate === undefined || isZero(decimalOf(rate))) return name;
  return t`${name}, ${{ rate: formatNumber(Number(rate) / 100, { style: "percent", maximumFractionDigits: 3 }) }}`;
}

type FieldProps = {
  path: string;
  label: string;
  columns: 1 | 2 | 3 | 6;
  hint?: string;
  type?: "text" | "date";
  /** The options of a choice. */
  options?: ReactNode;
  /** What a choice has if nothing is chosen. */
  fallback?: string;
  /** What the page says, which is used if nothing is entered. */
  fromPage?: string | undefined;
  /** Another path whose problem belongs to this field. */
  also?: string;
};

/** A detail: entered, suggested (dashed, until it is accepted or edited) or missing (numbered). */
function Field({
  path,
  label,
  columns,
  hint,
  type = "text",
  options,
  fallback = "",
  fromPage,
  also,
}: FieldProps) {
  const panel = usePanel();
  const { state, write, dismissed, dismiss } = panel;
  const entered = readDetail(state.details, path);
  const proposal =
    entered === "" && !dismissed.has(path) && !fromPage ? state.proposals.get(path) : undefined;
  const missing = state.missing.find((each) => each.path === path || each.path === also);
  const isWrong = missing !== undefined && entered !== "";
  const id = idOf(path);
  const note = isWrong ? problemText(missing.problem) : hint;
  const change = (text: string) => {
    if (text.trim() === "" && state.proposals.has(path)) dismiss(path);
    if (text.trim() === "" && proposal) return;
    write([[path, text]]);
  };
  const shared = {
    id,
    className: proposal ? `input ${styles.suggested}` : "input",
    "aria-describedby": note || proposal ? `${id}-note` : undefined,
    "aria-invalid": isWrong || undefined,
    "data-missing": missing ? "" : undefined,
  };
  const value = entered || proposal?.value || fallback;
  return (
    <div className={`field ${styles[`columns${columns}`]}`}>
      <label htmlFor={id}>
        {missing && <MissingNumber of={missing.number} />}
        {label}
      </label>
      {options ? (
        <select {...shared} value={value} onChange={({ target }) => change(target.value)}>
          {path.endsWith("country") && <option value="">{t`Not selected`}</option>}
          {options}
        </select>
      ) : (
        <input
          {...shared}
          type={type}
          dir="auto"
          autoComplete="off"
          maxLength={lengthOf(path)}
          value={value}
          placeholder={fromPage}
          onChange={({ target }) => change(target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && proposal) write([[path, proposal.value]]);
          }}
        />
      )}
      {(note || proposal) && (
        <p className={isWrong ? "hint bad" : "hint"} id={`${id}-note`}>
          {proposal && <span className={styles.suggestedMark}>{t`Suggested`}</span>}
          {note}
        </p>
      )}
    </div>
  );
}

function MissingNumber({ of: number }: { of: number }) {
  return (
    <span className="gap-number">
      <span className="sr-only">{t`Missing:`}</span> {formatNumber(number)}
    </span>
  );
}
