import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { ProfileForm, ProfileRows, ProfileSheet } from "../../features/profile/index.ts";
import { describePersonalPage } from "../../lib/pages/page-meta.ts";
import { usePerson } from "../../shell/personal-pages.tsx";
import { Button } from "../../ui/button.tsx";
import { Avatar } from "../../ui/icon.tsx";
import type { Route } from "./+types/profile";
import "../../features/profile/profile.module.css";

export function meta({ matches }: Route.MetaArgs) {
  return describePersonalPage(matches, t`Profile`);
}

/** Editing is off by default, on by the button, off after a successful save. */
export default function ProfilePage() {
  const { profile } = usePerson();
  const [parameters, setParameters] = useSearchParams();
  const [isEditing, setIsEditing] = useState(false);
  const wasEditing = parameters.has("edit");
  useEffect(() => {
    if (!wasEditing) return;
    setIsEditing(true);
    setParameters({}, { replace: true });
  }, [wasEditing, setParameters]);

  return (
    <>
      <div className="dashboard-head">
        <h1>{t`Profile`}</h1>
        {!isEditing && (
          <div className="dashboard-actions">
            <Link className="button phone-only" to="/dashboard/account">{t`Account`}</Link>
            <Button variant="primary" onClick={() => setIsEditing(true)}>{t`Edit`}</Button>
          </div>
        )}
      </div>
      <p className="dashboard-lead">
        <Trans>
          Templates fill in your name and contact details from here. Add your address, bank account, logo and
          other senders under <Link to="/dashboard/details">Details</Link>.
        </Trans>
      </p>
      {isEditing ? (
        <ProfileForm profile={profile} onDone={() => setIsEditing(false)} />
      ) : (
        <div className="profile">
          <Avatar photo={profile.photo} avatar={profile.avatar} className="large" />
          <ProfileRows profile={profile} />
          <ProfileSheet values={profile} />
        </div>
      )}
    </>
  );
}
