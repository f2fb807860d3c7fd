import { ContactForm } from "../../features/contact/index.ts";
import { describePage } from "../../lib/page-meta.ts";
import type { Route } from "./+types/page";

export function meta({ matches }: Route.MetaArgs) {
  const description = "Write to the people who run this library.";
  return describePage(matches, { title: "Contact", description, path: "/contact" });
}

export default function Contact() {
  return <ContactForm />;
}
