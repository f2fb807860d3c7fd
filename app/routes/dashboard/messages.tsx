import { ContactMessages } from "../../features/operators/index.ts";
import { describePersonalPage } from "../../lib/page-meta.ts";
import { OperatorsOnly } from "../../shell/personal-pages.tsx";
import type { Route } from "./+types/messages";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, "Messages");
}

export default function Messages() {
  return (
    <OperatorsOnly>
      <ContactMessages />
    </OperatorsOnly>
  );
}
