import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Usage } from "../../../contract/limits.ts";
import { call } from "../../lib/http/http-client.ts";
import { describeUsage, type UsageLine } from "./usage-lines.ts";

const USAGE = queryOptions({
  queryKey: ["usage"],
  queryFn: async (): Promise<Usage> => (await (await call("auth/usage")).json()).data,
});

/** How much of each quota a person uses, with advice when it is nearly full. */
export function Storage() {
  const { data: usage, isError, refetch } = useQuery({ ...USAGE, refetchOnMount: "always" });
  if (isError)
    return (
      <p>
        <Trans>
          We couldn’t load your storage usage.{" "}
          <button type="button" className="link" onClick={() => refetch()}>
            Try again
          </button>
        </Trans>
      </p>
    );
  if (!usage) return <span className="skeleton" style={{ height: "12rem" }} aria-busy="true" />;
  const lines = describeUsage(usage);
  const areDocumentsFull = lines.slice(0, 2).some(({ state }) => state !== "room");
  return (
    <div>
      <dl className="usage">
        {lines.map((line) => (
          <Line key={line.name} line={line} />
        ))}
      </dl>
      {areDocumentsFull && <Link className="button" to="/dashboard/documents">{t`Manage documents`}</Link>}
    </div>
  );
}

function Line({ line: { name, amount, share, state, advice } }: { line: UsageLine }) {
  return (
    <div data-usage={state}>
      <dt>{name}</dt>
      <dd className="usage-amount">{amount}</dd>
      <dd>
        <meter
          aria-label={name}
          min={0}
          max={Math.max(share.allowed, 1)}
          value={share.allowed > 0 ? Math.min(share.used, share.allowed) : 1}
          aria-valuetext={amount}
        />
        {advice && <small>{advice}</small>}
      </dd>
    </div>
  );
}
