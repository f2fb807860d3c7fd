import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Security } from "../../../../contract/people/sign-in.ts";
import { SECURITY } from "./security-data.ts";

/** A section that needs to know how the person can sign in. */
export function SecurityPart({ children }: { children(security: Security): ReactNode }) {
  const { data: security, isError, refetch } = useQuery({ ...SECURITY, refetchOnMount: "always" });
  if (isError)
    return (
      <p>
        <Trans>
          We couldn’t load this.{" "}
          <button type="button" className="link" onClick={() => refetch()}>
            Try again
          </button>
        </Trans>
      </p>
    );
  if (!security) return <span className="skeleton" style={{ height: "4rem" }} aria-busy="true" />;
  return children(security);
}
