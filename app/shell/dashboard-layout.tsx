import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { Link, Navigate, Outlet, useLocation, useOutletContext } from "react-router";
import { type Profile, profileOf, useShownProfile } from "../features/profile/index.ts";
import {
  checkSession,
  forgetPathAfterLeaving,
  pathAfterLeaving,
  signInAddress,
  useSession,
} from "../features/session/index.ts";
import { queryClient } from "../lib/content-client.ts";
import { DashboardFrame } from "./dashboard-frame.tsx";
import "./dashboard-frame.css";

/** Who the dashboard is shown to; the pages below take it from here. */
export type Person = { profile: Profile; role: "person" | "operator"; session: string };

export function usePerson(): Person {
  return useOutletContext<Person>();
}

export function meta() {
  return [{ name: "robots", content: "noindex" }];
}

/** The server draws an empty frame, the same for everyone; the browser fills it once it is proven who is here. */
export default function DashboardLayout() {
  const session = useSession();
  const { pathname, search } = useLocation();
  useEffect(() => forgetPathAfterLeaving, []);
  if (session.kind === "visitor" || session.kind === "ended")
    return <Navigate to={pathAfterLeaving() ?? signInAddress(pathname + search)} replace />;
  if (session.kind === "known") return <KnownDashboard {...session} />;
  return (
    <DashboardFrame>
      {session.kind === "differs" && <h1>Who is here?</h1>}
      {session.kind === "unreachable" && <Unreachable retry={checkSession} />}
      {(session.kind === "unknown" || session.kind === "checking") && <Loading />}
    </DashboardFrame>
  );
}

function KnownDashboard({ email, role, session }: { email: string } & Omit<Person, "profile">) {
  const { isError, refetch } = useQuery(profileOf(email), queryClient);
  // Shown once the data areas have been opened, so that they load in their order.
  const profile = useShownProfile();
  return (
    <DashboardFrame profile={profile} role={role}>
      {profile ? (
        <Outlet context={{ profile, role, session } satisfies Person} />
      ) : isError ? (
        <Unreachable retry={refetch} />
      ) : (
        <Loading />
      )}
    </DashboardFrame>
  );
}

function Unreachable({ retry }: { retry(): void }) {
  return (
    <>
      <h1>No answer</h1>
      <p className="desk-lead">The server could not be reached. Nothing of yours is lost.</p>
      <button type="button" className="button" onClick={() => retry()}>
        Try again
      </button>
    </>
  );
}

function Loading() {
  return (
    <div aria-busy="true">
      <span className="skeleton" style={{ width: "min(20rem, 70%)", height: "var(--head-lg)" }} />
      <span className="skeleton" style={{ width: "100%", height: "16rem", marginTop: "var(--s8)" }} />
    </div>
  );
}

/** A courtesy only: the server decides who may read what. */
export function OperatorsOnly({ children }: { children: ReactNode }) {
  if (usePerson().role === "operator") return children;
  return (
    <>
      <h1>For operators</h1>
      <p className="desk-lead">This page belongs to the people who run this library.</p>
      <Link className="button" to="/dashboard">
        Back to your table
      </Link>
    </>
  );
}
