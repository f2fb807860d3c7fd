import { t } from "@lingui/core/macro";
import { Button } from "./button.tsx";
/** What is still on its way, or could not be had and can be asked for again. */
export type Pending = { hasFailed: boolean; retry(): void };

type Query = { isError: boolean; isFetching: boolean; refetch(): unknown };

/** The same of several questions: all of them are needed. */
export function pendingOf(...queries: readonly Query[]): Pending {
  const failed = queries.filter(({ isError }) => isError);
  return {
    hasFailed: failed.some(({ isFetching }) => !isFetching),
    retry: () => {
      for (const query of failed) query.refetch();
    },
  };
}

/** A placeholder: grey while loading; after a failure it shows a message and a retry button. */
export function PendingPart({ failure, of, height }: { failure: string; of: Pending; height: string }) {
  if (!of.hasFailed) return <span className="skeleton" style={{ height }} aria-busy="true" />;
  return (
    <div className="not-loaded" role="status">
      <p className="muted">{failure}</p>
      <Button size="small" onClick={of.retry}>{t`Try again`}</Button>
    </div>
  );
}
