import { Link } from "react-router";
import { useShownProfile } from "../features/profile/shown-profile.ts";
import { Avatar } from "../ui/avatar.tsx";

/**
 * The ways to an account, or the account. Both are on every page, because pages are the same for everyone; a mark
 * that the head script sets before the first paint says which one is seen.
 */
export function AccountCorner() {
  const profile = useShownProfile();
  return (
    <>
      <Link className="button bare for-visitors phone-hidden" to="/login">
        Sign in
      </Link>
      <Link className="button for-visitors phone-hidden" to="/signup">
        Create account
      </Link>
      <Link className="button bare for-known phone-hidden" to="/dashboard">
        Dashboard
      </Link>
      <Link className="account-link for-known phone-hidden" to="/dashboard" aria-label="Your dashboard">
        <Avatar photo={profile?.photo} avatar={profile?.avatar} />
      </Link>
    </>
  );
}
