export { EInvoiceDrop } from "./dashboard-drop.tsx";
export { ReceivedInvoices } from "./received-invoices.tsx";
