import { lazy, Suspense, useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { loadSignIn, loadWhichPerson, useStanding, watchIdentity } from "../features/session/index.ts";

const WhichPerson = lazy(loadWhichPerson);

export function signInAddress(path: string): string {
  return path === "/" ? "/login" : `/login?next=${encodeURIComponent(path)}`;
}

/** On every page: finds out who is here, loads what is theirs, and asks where browser and session disagree. */
export function SessionGate() {
  const standing = useStanding();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const known = standing.kind === "known" ? standing.email : undefined;
  const ended = standing.kind === "ended" ? standing.email : undefined;

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
  useEffect(() => {
    // Where one has to sign in anyway, nobody needs to be asked.
    if (!ended || /^\/(login|signup|dashboard|reset-password|forgot-password)/.test(pathname)) return;
    // The address itself, and not the router's: the editor names its document there by itself.
    const signIn = () => navigate(signInAddress(location.pathname + location.search));
    loadSignIn().then(({ askToSignIn }) => askToSignIn(ended, signIn));
  }, [ended, pathname, navigate]);

  if (standing.kind !== "differs") return null;
  return (
    <Suspense fallback={null}>
      <WhichPerson email={standing.email} other={standing.other} />
    </Suspense>
  );
}
