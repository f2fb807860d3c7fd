import { t } from "@lingui/core/macro";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { PROFILE_FIELDS } from "../../../contract/people/profile-fields.ts";
import { profileFieldOf } from "../../../contract/templates/field-meaning.ts";
import type { GroupField } from "../../../contract/templates/template-file.ts";
import { listItems } from "../../lib/http/content-client.ts";
import { placeOnPage, useDrawnPage } from "../../lib/pictures/drawn-page.ts";
import { pageRatio } from "../../lib/pictures/page-format.ts";
import { useMedia } from "../../ui/media.ts";
import styles from "./profile.module.css";

type ProfileValues = Partial<Record<(typeof PROFILE_FIELDS)[number], string | null>>;

const WIDE = "(min-width: 1200px)"; // narrower screens have no space for it

/** Resumes ask for most of a profile. A library without one shows nothing here. */
const RESUME = queryOptions({
  queryKey: ["profile-sheet"],
  queryFn: async () => {
    const { data } = await listItems("templates", {
      filter: { type: { _eq: "resumes" } },
      sort: ["-used", "-date_created"],
      limit: 1,
      fields: ["id", "template_name", "page", "fields"],
    });
    return data[0] ?? null;
  },
});

/** A template filled in from the profile. */
export function ProfileSheet({
  values,
  highlighted,
}: {
  values: ProfileValues;
  highlighted?: string | undefined;
}) {
  const isWide = useMedia(WIDE);
  const { data: template } = useQuery({ ...RESUME, enabled: isWide });
  const paths = template ? pathsOf(template.fields) : [];
  const typed = Object.fromEntries(paths.map(({ name, path }) => [path, values[name] ?? ""]));
  const drawn = useDrawnPage(template?.id, typed);
  if (!isWide || !template) return null;
  const { template_name: name } = template;
  const path = paths.find(({ name }) => name === highlighted)?.path;
  const place = drawn && path ? placeOnPage(drawn, path) : undefined;
  return (
    <div className={`proof ${styles.profileSheet}`}>
      <div className="proof-page" style={{ "--ar": pageRatio(template.page) }}>
        {drawn && <img src={drawn.address} alt={t`${name} with your details`} />}
        {place && <span className="proof-light" style={place} />}
      </div>
      <p>{t`How your profile looks on ${name}. Grey text is sample text.`}</p>
    </div>
  );
}

function pathsOf(fields: GroupField): { name: keyof ProfileValues; path: string }[] {
  return Object.entries(fields.properties).flatMap(([path, field]) => {
    const name = profileFieldOf(field);
    return name && name !== "photo" ? [{ name, path }] : [];
  });
}
