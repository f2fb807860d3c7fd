import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, useEffect } from "react";
import { Link, Navigate, Outlet, useLocation, useOutletContext } from "react-router";
import { OnDevice } from "../features/documents/index.ts";
import { type Profile, ProfileMissing, profileOf, useShownProfile } from "../features/profile/index.ts";
import {
  checkSession,
  forgetPathAfterLeaving,
  isPasskeyOfferDue,
  pathAfterLeaving,
  signInAddress,
  useSession,
} from "../features/session/index.ts";
import { useIsOffline } from "../lib/browser/is-offline.ts";
import { withQueries } from "../lib/http/query-client.tsx";
import { lazyPart, useLazyPart } from "../lib/pages/lazy-part.ts";
import { Button } from "../ui/button.tsx";
import { tryStartupAgain, useStartupFailed } from "./data-areas.ts";

const passkeyOffer = lazyPart(async () => ({
  default: (await import("../features/account/index.ts")).PasskeyOffer,
}));

/** The signed-in person; personal pages read it from the outlet context. */
type Person = {
  profile: Profile;
  role: "person" | "operator";
  session: string;
  /** An operator who has to set up two-factor sign-in first. */
  needsTwoFactor: boolean;
};

export function usePerson(): Person {
  return useOutletContext<Person>();
}

/** The frame around personal pages; without a person until the session is checked. */
export type FrameProps = {
  profile?: Profile | undefined;
  role?: "person" | "operator" | undefined;
  needsTwoFactor?: boolean | undefined;
  children: ReactNode;
};
type Props = {
  frame: ComponentType<FrameProps>;
  /** Others see a note; the server enforces access. */
  isForOperators?: boolean;
};

export const PersonalPages = withQueries(AnyPersonalPages);

/** The server renders an empty frame, the same for everyone; the browser fills it after the session check. */
function AnyPersonalPages({ frame: Frame, isForOperators = false }: Props) {
  const session = useSession();
  const { pathname, search } = useLocation();
  useEffect(() => forgetPathAfterLeaving, []);
  const isOffline = useIsOffline();
  if ((session.kind === "visitor" && !isOffline) || session.kind === "ended")
    return <Navigate to={pathAfterLeaving() ?? signInAddress(pathname + search)} replace />;
  if (session.kind === "known")
    return <KnownPages {...session} frame={Frame} isForOperators={isForOperators} />;
  return (
    <Frame>
      {session.kind === "differs" && <h1>{t`Which account do you want to use?`}</h1>}
      {session.kind === "visitor" && <Unreachable retry={checkSession} owner="" />}
      {session.kind === "unreachable" && <Unreachable retry={checkSession} owner={session.email} />}
      {(session.kind === "unknown" || session.kind === "checking") && <Loading />}
    </Frame>
  );
}

type KnownProps = Required<Props> & { email: string } & Omit<Person, "profile">;

function KnownPages({ email, role, session, needsTwoFactor, frame: Frame, isForOperators }: KnownProps) {
  const { error, refetch } = useQuery(profileOf(email));
  const hasStartupFailed = useStartupFailed();
  // Shown once the data areas have been opened, so that they load in their order.
  const profile = useShownProfile();
  const isOfferDue = isPasskeyOfferDue(email);
  const PasskeyOffer = useLazyPart(passkeyOffer, isOfferDue);
  return (
    <Frame profile={profile} role={role} needsTwoFactor={needsTwoFactor}>
      {isOfferDue && PasskeyOffer && <PasskeyOffer />}
      {!profile && error instanceof ProfileMissing && <NoProfile retry={refetch} />}
      {!profile && error && !(error instanceof ProfileMissing) && (
        <Unreachable retry={refetch} owner={email} />
      )}
      {!profile &&
        !error &&
        (hasStartupFailed ? <Unreachable retry={tryStartupAgain} owner={email} /> : <Loading />)}
      {profile &&
        (isForOperators && role !== "operator" ? (
          <ForOperators needsTwoFactor={needsTwoFactor} />
        ) : (
          <Outlet context={{ profile, role, session, needsTwoFactor } satisfies Person} />
        ))}
    </Frame>
  );
}

function Unreachable({ retry, owner }: { retry(): void; owner: string }) {
  const isOffline = useIsOffline();
  return (
    <>
      <h1>{isOffline ? t`You’re offline` : t`We couldn’t reach the server`}</h1>
      <p className="dashboard-lead">
        {isOffline
          ? t`You can open what is stored on this device. Everything else needs a connection.`
          : t`Your documents are safe. Try again in a moment.`}
      </p>
      <Button onClick={() => retry()}>{t`Try again`}</Button>
      <OnDevice owner={owner} />
    </>
  );
}

function NoProfile({ retry }: { retry(): void }) {
  return (
    <>
      <h1>{t`Profile not found`}</h1>
      <p className="dashboard-lead">
        <Trans>
          You’re signed in, but we couldn’t find your profile. If this keeps happening,{" "}
          <Link className="link" to="/contact">
            contact us
          </Link>
          .
        </Trans>
      </p>
      <Button onClick={() => retry()}>{t`Try again`}</Button>
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

function ForOperators({ needsTwoFactor }: { needsTwoFactor: boolean }) {
  if (needsTwoFactor)
    return (
      <>
        <h1>{t`Turn on two-factor sign-in`}</h1>
        <p className="dashboard-lead">{t`Operators of this library need it, or a passkey, to open the studio.`}</p>
        <Link className="button primary" to="/dashboard/account#two-factor">{t`Set it up`}</Link>
      </>
    );
  return (
    <>
      <h1>{t`Operators only`}</h1>
      <p className="dashboard-lead">{t`Only operators of this library can open this page.`}</p>
      <Link className="button" to="/dashboard">{t`Back to dashboard`}</Link>
    </>
  );
}
