import { type Binding, fixed, group, identifier, leaf, limitOf, list, part, textAt } from "./bindings.ts";
import { UnreadableXml, type XmlElement } from "./xml.ts";

/** Universal Business Language 2.1, the format of Peppol BIS Billing: an Invoice, or a CreditNote with other names and order. */

const money = { attributes: { currencyID: { of: "currency" as const } } };
const isVat = (element: XmlElement) => textAt(element, "cac:TaxScheme", "cbc:ID")?.toUpperCase() === "VAT";

const party: Binding[] = [
  group("cac:PartyName", [leaf("cbc:Name", "tradingName")]),
  part(
    "address",
    group("cac:PostalAddress", [
      leaf("cbc:StreetName", "street"),
      leaf("cbc:AdditionalStreetName", "extra"),
      leaf("cbc:CityName", "town"),
      leaf("cbc:PostalZone", "postcode"),
      leaf("cbc:CountrySubentity", "region"),
      group("cac:AddressLine", [leaf("cbc:Line", "third")]),
      group("cac:Country", [leaf("cbc:IdentificationCode", "country")]),
    ]),
  ),
  group("cac:PartyTaxScheme", [leaf("cbc:CompanyID", "vatId"), schemeOnly("VAT")], { when: isVat }),
  group("cac:PartyTaxScheme", [leaf("cbc:CompanyID", "taxNumber"), schemeOnly("TAX")], {
    when: (element) => !isVat(element),
  }),
  group("cac:PartyLegalEntity", [
    leaf("cbc:RegistrationName", "name"),
    identifier("cbc:CompanyID", "companyId"),
    leaf("cbc:CompanyLegalForm", "legal"),
  ]),
  part(
    "contact",
    group("cac:Contact", [
      leaf("cbc:Name", "name"),
      leaf("cbc:Telephone", "phone"),
      leaf("cbc:ElectronicMail", "email"),
    ]),
  ),
];

/** A tax scheme that is no content of its own. */
function schemeOnly(id: string): Binding {
  return {
    write: () => [
      {
        name: "cac:TaxScheme",
        attributes: {},
        children: [{ name: "cbc:ID", attributes: {}, children: [], text: id }],
        text: "",
        isFixed: true,
      },
    ],
    read() {},
  };
}

const isCharge = (element: XmlElement) => textAt(element, "cbc:ChargeIndicator")?.toLowerCase() === "true";
const allowanceParts = [
  leaf("cbc:AllowanceChargeReasonCode", "reasonCode"),
  leaf("cbc:AllowanceChargeReason", "reason"),
  leaf("cbc:MultiplierFactorNumeric", "percent"),
  leaf("cbc:Amount", "amount", money),
  leaf("cbc:BaseAmount", "base", money),
];
const allowances = (more: Binding[] = []): Binding[] => [
  list(
    "cac:AllowanceCharge",
    "allowances",
    [fixed("cbc:ChargeIndicator", "false"), ...allowanceParts, ...more],
    {
      when: (element) => !isCharge(element),
    },
  ),
  list("cac:AllowanceCharge", "charges", [fixed("cbc:ChargeIndicator", "true"), ...allowanceParts, ...more], {
    when: isCharge,
  }),
];
const categoryOf = (name: string, reasons: Binding[] = []) =>
  group(name, [leaf("cbc:ID", "category"), leaf("cbc:Percent", "rate"), ...reasons, schemeOnly("VAT")]);

const period = part(
  "period",
  group("cac:InvoicePeriod", [leaf("cbc:StartDate", "from"), leaf("cbc:EndDate", "to")]),
);

const line = (quantity: string): Binding[] => [
  leaf("cbc:ID", "id"),
  leaf("cbc:Note", "note"),
  leaf(quantity, "quantity", { attributes: { unitCode: { key: "unit" } } }),
  leaf("cbc:LineExtensionAmount", "net", money),
  period,
  ...allowances(),
  group("cac:Item", [
    leaf("cbc:Description", "detail"),
    leaf("cbc:Name", "name"),
    group("cac:SellersItemIdentification", [leaf("cbc:ID", "sellerItemId")]),
    categoryOf("cac:ClassifiedTaxCategory"),
  ]),
  group("cac:Price", [
    leaf("cbc:PriceAmount", "price", money),
    leaf("cbc:BaseQuantity", "priceBase", { attributes: { unitCode: { key: "unit" } } }),
  ]),
];

/** UBL has no element for the subject of a note: "#AAB#No discount". */
const notes: Binding = {
  write: (value) =>
    ((value.notes as { code?: string; text?: string }[] | undefined) ?? []).map(({ code, text = "" }) => ({
      name: "cbc:Note",
      attributes: {},
      children: [],
      text: code ? `#${code}#${text}` : text,
    })),
  read(parent, value) {
    const found = parent.children
      .filter((element) => element.name === "cbc:Note" && element.text.trim() !== "")
      .map((element) => {
        const [, code, rest] = /^#([A-Z]{3})#([\s\S]*)$/.exec(element.text.trim()) ?? [];
        return code ? { code, text: rest } : { text: element.text.trim() };
      });
    const { most, refusal } = limitOf("notes");
    if (found.length > most) throw new UnreadableXml(refusal);
    if (found.length > 0) value.notes = found;
  },
};

const PROJECT = "50"; // UNTDID 1001: a project reference, for which a credit note has no element of its own

const means = part("payment", leaf("cbc:PaymentMeansCode", "means"));
const NOT_DEFINED = "1"; // UNTDID 4461

/** A credit note has its due date next to the means of payment, which then can't be missing. */
const meansOfCreditNote: Binding = {
  write(value, context) {
    const written = means.write(value, context);
    if (written.length > 0 || typeof value.due !== "string") return written;
    return [{ name: "cbc:PaymentMeansCode", attributes: {}, children: [], text: NOT_DEFINED, isFixed: true }];
  },
  read(parent, value, context) {
    const isOnlyForDue = parent.children.every(({ name }) =>
      ["cbc:PaymentMeansCode", "cbc:PaymentDueDate"].includes(name),
    );
    if (!isOnlyForDue || textAt(parent, "cbc:PaymentMeansCode") !== NOT_DEFINED)
      means.read(parent, value, context);
  },
};

type Kind = {
  type: string;
  due: Binding[];
  means: Binding;
  dueWithMeans: Binding[];
  project: Binding;
  quantity: string;
  line: string;
};

const KINDS = {
  invoice: {
    type: "cbc:InvoiceTypeCode",
    due: [leaf("cbc:DueDate", "due")],
    means,
    dueWithMeans: [],
    project: group("cac:ProjectReference", [leaf("cbc:ID", "project")]),
    quantity: "cbc:InvoicedQuantity",
    line: "cac:InvoiceLine",
  },
  credit: {
    type: "cbc:CreditNoteTypeCode",
    due: [],
    means: meansOfCreditNote,
    dueWithMeans: [leaf("cbc:PaymentDueDate", "due")],
    project: group(
      "cac:AdditionalDocumentReference",
      [leaf("cbc:ID", "project"), fixed("cbc:DocumentTypeCode", PROJECT)],
      {
        when: (element) => textAt(element, "cbc:DocumentTypeCode") === PROJECT,
      },
    ),
    quantity: "cbc:CreditedQuantity",
    line: "cac:CreditNoteLine",
  },
} satisfies Record<string, Kind>;

function bindingsOf(kind: Kind): Binding[] {
  const isTotal = (element: XmlElement, currency: string) => {
    const amount = element.children.find((child) => child.name === "cbc:TaxAmount");
    return (amount?.attributes.currencyID ?? currency) === currency;
  };
  return [
    leaf("cbc:CustomizationID", "specification"),
    leaf("cbc:ProfileID", "process"),
    leaf("cbc:ID", "number"),
    leaf("cbc:IssueDate", "issued"),
    ...kind.due,
    leaf(kind.type, "type"),
    notes,
    leaf("cbc:DocumentCurrencyCode", "currency"),
    leaf("cbc:TaxCurrencyCode", "taxCurrency"),
    leaf("cbc:BuyerReference", "buyerReference"),
    period,
    group("cac:OrderReference", [leaf("cbc:ID", "order")]),
    list("cac:BillingReference", "preceding", [
      group("cac:InvoiceDocumentReference", [leaf("cbc:ID", "number"), leaf("cbc:IssueDate", "issued")]),
    ]),
    group("cac:ContractDocumentReference", [leaf("cbc:ID", "contract")]),
    kind.project,
    group("cac:AccountingSupplierParty", [
      group("cac:Party", [
        part("seller", identifier("cbc:EndpointID", "electronicAddress")),
        group("cac:PartyIdentification", [
          part("payment", leaf("cbc:ID", "creditor", { attributes: { schemeID: "SEPA" } })),
        ]),
        part("seller", ...party),
      ]),
    ]),
    group("cac:AccountingCustomerParty", [
      group("cac:Party", [part("buyer", identifier("cbc:EndpointID", "electronicAddress"), ...party)]),
    ]),
    part(
      "delivery",
      group("cac:Delivery", [
        leaf("cbc:ActualDeliveryDate", "date"),
        group("cac:DeliveryLocation", [
          group("cac:Address", [group("cac:Country", [leaf("cbc:IdentificationCode", "country")])]),
        ]),
      ]),
    ),
    group("cac:PaymentMeans", [
      kind.means,
      ...kind.dueWithMeans,
      part(
        "payment",
        leaf("cbc:PaymentID", "reference"),
        group("cac:CardAccount", [leaf("cbc:PrimaryAccountNumberID", "card"), fixed("cbc:NetworkID", "NA")]),
        group("cac:PayeeFinancialAccount", [
          leaf("cbc:ID", "iban"),
          leaf("cbc:Name", "accountName"),
          group("cac:FinancialInstitutionBranch", [leaf("cbc:ID", "bic")]),
        ]),
        group("cac:PaymentMandate", [
          leaf("cbc:ID", "mandate"),
          group("cac:PayerFinancialAccount", [leaf("cbc:ID", "debited")]),
        ]),
      ),
    ]),
    group("cac:PaymentTerms", [leaf("cbc:Note", "terms")]),
    ...allowances([categoryOf("cac:TaxCategory")]),
    group(
      "cac:TaxTotal",
      [
        part("totals", leaf("cbc:TaxAmount", "tax", money)),
        list("cac:TaxSubtotal", "taxes", [
          leaf("cbc:TaxableAmount", "base", money),
          leaf("cbc:TaxAmount", "amount", money),
          categoryOf("cac:TaxCategory", [
            leaf("cbc:TaxExemptionReasonCode", "reasonCode"),
            leaf("cbc:TaxExemptionReason", "reason"),
          ]),
        ]),
      ],
      { when: (element, { currency }) => isTotal(element, currency) },
    ),
    group(
      "cac:TaxTotal",
      [
        part(
          "totals",
          leaf("cbc:TaxAmount", "taxInTaxCurrency", { attributes: { currencyID: { of: "taxCurrency" } } }),
        ),
      ],
      { when: (element, { currency }) => !isTotal(element, currency) },
    ),
    part(
      "totals",
      group("cac:LegalMonetaryTotal", [
        leaf("cbc:LineExtensionAmount", "lines", money),
        leaf("cbc:TaxExclusiveAmount", "net", money),
        leaf("cbc:TaxInclusiveAmount", "gross", money),
        leaf("cbc:AllowanceTotalAmount", "allowances", money),
        leaf("cbc:ChargeTotalAmount", "charges", money),
        leaf("cbc:PrepaidAmount", "prepaid", money),
        leaf("cbc:PayableRoundingAmount", "rounding", money),
        leaf("cbc:PayableAmount", "due", money),
      ]),
    ),
    list(kind.line, "lines", line(kind.quantity)),
  ];
}

export const UBL_ROOTS = { invoice: "invoice:Invoice", credit: "credit:CreditNote" } as const;
export const UBL = { invoice: bindingsOf(KINDS.invoice), credit: bindingsOf(KINDS.credit) };
