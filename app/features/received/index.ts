export { ReceivedInvoices } from "./received-invoices.tsx";
