import { plural } from "@lingui/core/macro";
import { type LeftoverValues, leftoverEntries } from "../../../../shared/switching/leftover-values.ts";
import { type DraftStore, useDraft } from "../draft-store.ts";
import type { EditorTemplate } from "../editor-template.ts";
import "./leftover-note.css";

/** Lists the values for which the template has no field. */
export function LeftoverNote({ kept, name }: { kept: LeftoverValues | undefined; name: string }) {
  const entries = kept ? leftoverEntries(kept) : [];
  if (entries.length === 0) return null;
  return (
    <details className="leftover-note">
      <summary>{formatLeftoverCount(entries.length)}</summary>
      <LeftoverValuesList kept={kept} name={name} />
    </details>
  );
}

export function LeftoverValuesList({ kept, name }: { kept: LeftoverValues | undefined; name: string }) {
  const entries = kept ? leftoverEntries(kept) : [];
  return (
    <div className="leftover-values">
      <p>
        {plural(
          { count: entries.length },
          {
            one: `${name} has no field for this. It’s still saved with the document.`,
            other: `${name} has no fields for these. They’re still saved with the document.`,
          },
        )}
      </p>
      <dl>
        {entries.map(({ label, values }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may have one label, and none changes its place
          <div key={place}>
            <dt>{label}</dt>
            <dd>{values.map(formatValue)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

export function formatLeftoverCount(count: number): string {
  return plural(count, { one: "# value not on this page", other: "# values not on this page" });
}

function formatValue(value: unknown, place: number) {
  if (typeof value === "string" && value.startsWith("data:image/"))
    return <img key={place} src={value} alt="" />;
  const text = Array.isArray(value) || typeof value === "object" ? JSON.stringify(value) : String(value);
  return <span key={place}>{text}</span>;
}

/** Above the form, while the draft has values that aren't on its page. */
export function LeftoverValuesNote({ template, store }: { template: EditorTemplate; store: DraftStore }) {
  return <LeftoverNote kept={useDraft(store).kept} name={template.name} />;
}
