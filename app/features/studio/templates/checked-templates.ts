import { t } from "@lingui/core/macro";
import { createStore } from "../../../lib/browser/store.ts";
import { notify } from "../../../lib/browser/toasts.ts";
import { errorMessage } from "../../../lib/http/http-client.ts";
import { queryClient } from "../../../lib/http/query-client.tsx";
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
    const message = t`We couldn’t check ${formatNames(left)}. ${errorMessage(error)}`;
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
  if (rows.length === 1 && only)
    return failing === 0
      ? t`${only.template_name} passed all checks.`
      : t`${only.template_name} has errors to fix.`;
  return failing === 0
    ? t`All ${rows.length} templates passed all checks.`
    : t`${rows.length - failing} of ${rows.length} templates passed all checks.`;
}
