import type { ReactNode } from "react";
import { Waiting } from "./proof.tsx";
import type { ProofTemplate } from "./proof-template.ts";

/** What one comes through to one's account: a form, or a word about what comes next, beside the sheet that waits. */
export function Door({ proof, children }: { proof: ProofTemplate | undefined; children: ReactNode }) {
  return (
    <div className="wrap columns join">
      {children}
      {proof && <Waiting proof={proof} />}
    </div>
  );
}
