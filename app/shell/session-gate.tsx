import { useEffect } from "react";
import { SessionQuestions, useSession, watchIdentity } from "../features/session/index.ts";

/** On every page: finds out who is here, loads what is theirs, and asks where browser and session disagree. */
export function SessionGate() {
  const session = useSession();
  const known = session.kind === "known" ? session.email : undefined;

  useEffect(watchIdentity, []);
  useEffect(() => {
    if (!known) return;
    let leave: (() => void) | undefined;
    let left = false;
    import("./startup.ts").then(({ openAreas }) => {
      if (!left) leave = openAreas(known);
    });
    return () => {
      left = true;
      leave?.();
    };
  }, [known]);
  return <SessionQuestions />;
}
