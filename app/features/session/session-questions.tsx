import { lazy, Suspense, useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { useSession } from "./session.ts";

const WhichPerson = lazy(() => import("./which-person.tsx"));

export function signInAddress(path: string): string {
  return path === "/" ? "/login" : `/login?next=${encodeURIComponent(path)}`;
}

/** Asks to sign in again when the session has ended, and who is here when browser and session disagree. */
export function SessionQuestions() {
  const session = useSession();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const ended = session.kind === "ended" ? session.email : undefined;

  useEffect(() => {
    // Where one has to sign in anyway, nobody needs to be asked.
    if (!ended || /^\/(login|signup|dashboard|reset-password|forgot-password)/.test(pathname)) return;
    // The address itself, and not the router's: the editor names its document there by itself.
    const signIn = () => navigate(signInAddress(location.pathname + location.search));
    import("./sign-in.ts").then(({ askToSignIn }) => askToSignIn(ended, signIn));
  }, [ended, pathname, navigate]);

  if (session.kind !== "differs") return null;
  return (
    <Suspense fallback={null}>
      <WhichPerson email={session.email} other={session.other} />
    </Suspense>
  );
}
