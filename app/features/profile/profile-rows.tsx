import { Trans } from "@lingui/react/macro";
import { Link } from "react-router";
import type { Profile } from "./profile.ts";

const ROWS: { name: keyof Profile; label: string }[] = [
  { name: "name", label: "Name" },
  { name: "profession", label: "Profession" },
  { name: "email", label: "E-mail" },
  { name: "phone_number", label: "Phone" },
  { name: "bio", label: "About" },
];

/** The profile, read-only. Empty fields link to the form. */
export function ProfileRows({ profile, isPaired = false }: { profile: Profile; isPaired?: boolean }) {
  return (
    <dl className={isPaired ? "rows flush paired" : "rows flush"}>
      {ROWS.map(({ name, label }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            {profile[name] || (
              <Link className="link" to="/dashboard/profile?edit">
                <Trans>
                  Add
                  <span className="sr-only"> {label.toLowerCase()}</span>
                </Trans>
              </Link>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
