import { t } from "@lingui/core/macro";
import { TranslationList } from "../../features/translations/index.ts";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import type { Route } from "./+types/translations";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, t`Translations · Studio`);
}

export default function StudioTranslations() {
  return <TranslationList />;
}
