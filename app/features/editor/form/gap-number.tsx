import { Trans } from "@lingui/react/macro";
import type { FieldPath } from "../draft.ts";
import { useGapNumber } from "./form-context.ts";

/** The number of an empty field in the list before an export, in the form and on the page. */
export function GapNumber({ of: path }: { of: FieldPath }) {
  const number = useGapNumber(path);
  if (number === undefined) return null;
  return (
    <span className="gap-number" data-gap={number}>
      <Trans>
        <span className="sr-only">Empty field</span> {number}
      </Trans>
    </span>
  );
}
