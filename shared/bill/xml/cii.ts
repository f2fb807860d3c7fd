import { type Binding, fixed, group, identifier, leaf, list, part, textAt } from "./bindings.ts";
import type { XmlElement } from "./xml.ts";

/** Cross Industry Invoice (UN/CEFACT D22B), the format of Factur-X, ZUGFeRD and XRechnung. */

const day = {
  write: (date: string) => date.replaceAll("-", ""),
  read: (text: string) => text.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3"),
};
const dateOf = (name: string, key: string, type = "udt:DateTimeString") =>
  group(name, [leaf(type, key, { attributes: { format: "102" }, codec: day })]);

const IBAN = /^[A-Z]{2}\d{2}[A-Z\d]{10,30}$/;

const party: Binding[] = [
  leaf("ram:Name", "name"),
  leaf("ram:Description", "legal"),
  group("ram:SpecifiedLegalOrganization", [
    identifier("ram:ID", "companyId"),
    leaf("ram:TradingBusinessName", "tradingName"),
  ]),
  part(
    "contact",
    group("ram:DefinedTradeContact", [
      leaf("ram:PersonName", "name"),
      group("ram:TelephoneUniversalCommunication", [leaf("ram:CompleteNumber", "phone")]),
      group("ram:EmailURIUniversalCommunication", [leaf("ram:URIID", "email")]),
    ]),
  ),
  part(
    "address",
    group("ram:PostalTradeAddress", [
      leaf("ram:PostcodeCode", "postcode"),
      leaf("ram:LineOne", "street"),
      leaf("ram:LineTwo", "extra"),
      leaf("ram:LineThree", "third"),
      leaf("ram:CityName", "town"),
      leaf("ram:CountryID", "country"),
      leaf("ram:CountrySubDivisionName", "region"),
    ]),
  ),
  group("ram:URIUniversalCommunication", [identifier("ram:URIID", "electronicAddress")]),
  group("ram:SpecifiedTaxRegistration", [leaf("ram:ID", "vatId", { attributes: { schemeID: "VA" } })]),
  group("ram:SpecifiedTaxRegistration", [leaf("ram:ID", "taxNumber", { attributes: { schemeID: "FC" } })]),
];

const isCharge = (element: XmlElement) =>
  textAt(element, "ram:ChargeIndicator", "udt:Indicator")?.toLowerCase() === "true";
const indicator = (value: "true" | "false") =>
  group("ram:ChargeIndicator", [fixed("udt:Indicator", value)], { isRequired: true });
const allowanceParts = [
  leaf("ram:CalculationPercent", "percent"),
  leaf("ram:BasisAmount", "base"),
  leaf("ram:ActualAmount", "amount"),
  leaf("ram:ReasonCode", "reasonCode"),
  leaf("ram:Reason", "reason"),
];
const categoryOf = (name: string) =>
  group(name, [
    fixed("ram:TypeCode", "VAT"),
    leaf("ram:CategoryCode", "category"),
    leaf("ram:RateApplicablePercent", "rate"),
  ]);
const allowances = (more: Binding[] = []): Binding[] => [
  list("ram:SpecifiedTradeAllowanceCharge", "allowances", [indicator("false"), ...allowanceParts, ...more], {
    when: (element) => !isCharge(element),
  }),
  list("ram:SpecifiedTradeAllowanceCharge", "charges", [indicator("true"), ...allowanceParts, ...more], {
    when: isCharge,
  }),
];
const period = part(
  "period",
  group("ram:BillingSpecifiedPeriod", [dateOf("ram:StartDateTime", "from"), dateOf("ram:EndDateTime", "to")]),
);

const line: Binding[] = [
  group("ram:AssociatedDocumentLineDocument", [
    leaf("ram:LineID", "id"),
    group("ram:IncludedNote", [leaf("ram:Content", "note")]),
  ]),
  group("ram:SpecifiedTradeProduct", [
    leaf("ram:SellerAssignedID", "sellerItemId"),
    leaf("ram:Name", "name"),
    leaf("ram:Description", "detail"),
  ]),
  group("ram:SpecifiedLineTradeAgreement", [
    group("ram:NetPriceProductTradePrice", [
      leaf("ram:ChargeAmount", "price"),
      leaf("ram:BasisQuantity", "priceBase", { attributes: { unitCode: { key: "unit" } } }),
    ]),
  ]),
  group("ram:SpecifiedLineTradeDelivery", [
    leaf("ram:BilledQuantity", "quantity", { attributes: { unitCode: { key: "unit" } } }),
  ]),
  group("ram:SpecifiedLineTradeSettlement", [
    categoryOf("ram:ApplicableTradeTax"),
    period,
    ...allowances(),
    group("ram:SpecifiedTradeSettlementLineMonetarySummation", [leaf("ram:LineTotalAmount", "net")]),
  ]),
];

const settlement: Binding[] = [
  part("payment", leaf("ram:CreditorReferenceID", "creditor"), leaf("ram:PaymentReference", "reference")),
  leaf("ram:TaxCurrencyCode", "taxCurrency"),
  leaf("ram:InvoiceCurrencyCode", "currency"),
  part(
    "payment",
    group("ram:SpecifiedTradeSettlementPaymentMeans", [
      leaf("ram:TypeCode", "means"),
      group("ram:ApplicableTradeSettlementFinancialCard", [leaf("ram:ID", "card")]),
      group("ram:PayerPartyDebtorFinancialAccount", [leaf("ram:IBANID", "debited")]),
      group("ram:PayeePartyCreditorFinancialAccount", [
        leaf("ram:IBANID", "iban", { when: (text) => IBAN.test(text) }),
        leaf("ram:AccountName", "accountName"),
        leaf("ram:ProprietaryID", "iban", { when: (text) => !IBAN.test(text) }),
      ]),
      group("ram:PayeeSpecifiedCreditorFinancialInstitution", [leaf("ram:BICID", "bic")]),
    ]),
  ),
  list("ram:ApplicableTradeTax", "taxes", [
    leaf("ram:CalculatedAmount", "amount"),
    fixed("ram:TypeCode", "VAT"),
    leaf("ram:ExemptionReason", "reason"),
    leaf("ram:BasisAmount", "base"),
    leaf("ram:CategoryCode", "category"),
    leaf("ram:ExemptionReasonCode", "reasonCode"),
    leaf("ram:RateApplicablePercent", "rate"),
  ]),
  period,
  ...allowances([categoryOf("ram:CategoryTradeTax")]),
  group("ram:SpecifiedTradePaymentTerms", [
    leaf("ram:Description", "terms"),
    dateOf("ram:DueDateDateTime", "due"),
    part("payment", leaf("ram:DirectDebitMandateID", "mandate")),
  ]),
  part(
    "totals",
    group("ram:SpecifiedTradeSettlementHeaderMonetarySummation", [
      leaf("ram:LineTotalAmount", "lines"),
      leaf("ram:ChargeTotalAmount", "charges"),
      leaf("ram:AllowanceTotalAmount", "allowances"),
      leaf("ram:TaxBasisTotalAmount", "net"),
      leaf("ram:TaxTotalAmount", "tax", { attributes: { currencyID: { of: "currency" } } }),
      leaf("ram:TaxTotalAmount", "taxInTaxCurrency", { attributes: { currencyID: { of: "taxCurrency" } } }),
      leaf("ram:RoundingAmount", "rounding"),
      leaf("ram:GrandTotalAmount", "gross"),
      leaf("ram:TotalPrepaidAmount", "prepaid"),
      leaf("ram:DuePayableAmount", "due"),
    ]),
  ),
  list("ram:InvoiceReferencedDocument", "preceding", [
    leaf("ram:IssuerAssignedID", "number"),
    dateOf("ram:FormattedIssueDateTime", "issued", "qdt:DateTimeString"),
  ]),
];

export const CII_ROOT = "rsm:CrossIndustryInvoice";

export const CII: Binding[] = [
  group("rsm:ExchangedDocumentContext", [
    group("ram:BusinessProcessSpecifiedDocumentContextParameter", [leaf("ram:ID", "process")]),
    group("ram:GuidelineSpecifiedDocumentContextParameter", [leaf("ram:ID", "specification")]),
  ]),
  group("rsm:ExchangedDocument", [
    leaf("ram:ID", "number"),
    leaf("ram:TypeCode", "type"),
    dateOf("ram:IssueDateTime", "issued"),
    list("ram:IncludedNote", "notes", [leaf("ram:Content", "text"), leaf("ram:SubjectCode", "code")]),
  ]),
  group("rsm:SupplyChainTradeTransaction", [
    list("ram:IncludedSupplyChainTradeLineItem", "lines", line),
    group("ram:ApplicableHeaderTradeAgreement", [
      leaf("ram:BuyerReference", "buyerReference"),
      part("seller", group("ram:SellerTradeParty", party)),
      part("buyer", group("ram:BuyerTradeParty", party)),
      group("ram:BuyerOrderReferencedDocument", [leaf("ram:IssuerAssignedID", "order")]),
      group("ram:ContractReferencedDocument", [leaf("ram:IssuerAssignedID", "contract")]),
      group("ram:SpecifiedProcuringProject", [
        leaf("ram:ID", "project"),
        fixed("ram:Name", "Project reference"),
      ]),
    ]),
    group(
      "ram:ApplicableHeaderTradeDelivery",
      [
        part(
          "delivery",
          group("ram:ShipToTradeParty", [
            group("ram:PostalTradeAddress", [leaf("ram:CountryID", "country")]),
          ]),
          group("ram:ActualDeliverySupplyChainEvent", [dateOf("ram:OccurrenceDateTime", "date")]),
        ),
      ],
      { isRequired: true },
    ),
    group("ram:ApplicableHeaderTradeSettlement", settlement),
  ]),
];
