import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "react-router";
import type { Profile } from "./profile.ts";

const listRows = (): { name: keyof Profile; label: string }[] => [
  { name: "name", label: t`Name` },
  { name: "profession", label: t`Profession` },
  { name: "email", label: t`Email` },
  { name: "phone_number", label: t`Phone` },
  { name: "bio", label: t({ message: "About", context: "about a person" }) },
];

/** The profile, read-only. Empty fields link to the form. */
export function ProfileRows({ profile, isPaired = false }: { profile: Profile; isPaired?: boolean }) {
  return (
    <dl className={isPaired ? "rows flush paired" : "rows flush"}>
      {listRows().map(({ name, label }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd dir="auto">
            {profile[name] || (
              <Link className="link" to="/dashboard/profile?edit">
                <Trans>
                  Add
                  <span className="sr-only">: {label}</span>
                </Trans>
              </Link>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
