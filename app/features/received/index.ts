export { EInvoiceDrop, EInvoiceTarget } from "./invoice-drop.tsx";
export { ReceivedInvoices } from "./received-invoices.tsx";
