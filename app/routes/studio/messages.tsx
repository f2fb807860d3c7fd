import { ContactMessages } from "../../features/operators/index.ts";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import type { Route } from "./+types/messages";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, "Messages · Studio");
}

export default function StudioMessages() {
  return <ContactMessages />;
}
