import { plural, t } from "@lingui/core/macro";
import { createStore } from "../../../lib/browser/store.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { errorMessage } from "../../../lib/http/http-client.ts";
import { queryClient } from "../../../lib/http/query-client.tsx";
import { formatNumber } from "../../../lib/i18n/intl.ts";
import { checkTemplate } from "../editor/drafts-client.ts";
import type { TemplateRow } from "./listed-templates.ts";
import { formatNames } from "./possible-actions.ts";

/** Ids of the templates that are being checked or queued. */
export const checking = createStore<ReadonlySet<string>>(new Set());

/** Checks one template at a time: a check renders dozens of pages, and other people need the server too. */
export async function checkTemplates(rows: readonly TemplateRow[]): Promise<void> {
  const wanted = rows.filter(({ id }) => !checking.get().has(id));
  checking.set(new Set([...checking.get(), ...wanted.map(({ id }) => id)]));
  const done = new Set<string>();
  let failing = 0;
  try {
    for (const { id } of wanted) {
      if (!(await checkTemplate(id)).passes) failing += 1;
      done.add(id);
      await queryClient.invalidateQueries({ queryKey: ["studio", "templates"] });
      checking.set(new Set([...checking.get()].filter((each) => each !== id)));
    }
    notify({ kind: "fact", message: formatChecked(wanted, failing) });
  } catch (error) {
    const left = wanted.filter(({ id }) => !done.has(id));
    checking.set(new Set([...checking.get()].filter((each) => !left.some(({ id }) => id === each))));
    const names = formatNames(left);
    const reason = errorMessage(error);
    const message = t`We couldn’t check ${names}. ${reason}`;
    notify({
      kind: "failure",
      message,
      action: { label: t`Try again`, run: () => void checkTemplates(left) },
    });
  }
}

/** "Kiln passed all checks.", "2 of 3 templates passed all checks." */
function formatChecked(rows: readonly Pick<TemplateRow, "template_name">[], failing: number): string {
  const [only] = rows;
  const count = rows.length;
  const passed = formatNumber(count - failing);
  if (count === 1 && only) {
    const name = only.template_name;
    return failing === 0 ? t`${name} passed all checks.` : t`${name} has errors to fix.`;
  }
  return failing === 0
    ? plural(count, { one: "# template passed all checks.", other: "All # templates passed all checks." })
    : plural(count, {
        one: `${passed} of # template passed all checks.`,
        other: `${passed} of # templates passed all checks.`,
      });
}
