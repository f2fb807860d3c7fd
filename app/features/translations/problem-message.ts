import { t } from "@lingui/core/macro";
import type { TranslationProblem } from "../../../shared/messages/translation-check.ts";
import { formatList } from "../../lib/i18n/intl.ts";

/** What is wrong with a translation, for the person who writes it. */
export function problemMessage(problem: TranslationProblem): string {
  switch (problem.kind) {
    case "empty":
      return t`Enter a translation`;
    case "syntax":
      return t`Check the braces: each opening brace needs a closing one, and a plural needs the form “other”`;
    case "missing": {
      const parts = formatList(problem.parts);
      return t`Add ${parts} from the original`;
    }
    case "added": {
      const parts = formatList(problem.parts);
      return t`Remove ${parts}, which the original doesn’t have`;
    }
    case "tags": {
      const { tag } = problem;
      return t`Move ${tag}: each tag is opened first and closed once`;
    }
    case "forms": {
      const forms = formatList(problem.forms);
      return t`Use these plural forms: ${forms}`;
    }
  }
}
