import { ActionLog } from "../../features/operators/index.ts";
import { describePersonalPage } from "../../lib/page-meta.ts";
import { OperatorsOnly } from "../../shell/personal-pages.tsx";
import type { Route } from "./+types/log";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, "Log");
}

export default function Log() {
  return (
    <OperatorsOnly>
      <ActionLog />
    </OperatorsOnly>
  );
}
