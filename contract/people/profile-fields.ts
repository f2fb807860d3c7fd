import type { MeaningName } from "../templates/meanings.ts";

/** What a profile can fill in. Apart from the format of templates, which public pages do without. */
export const PROFILE_FIELDS = ["name", "profession", "email", "phone_number", "bio", "photo"] as const;
export type ProfileField = (typeof PROFILE_FIELDS)[number];

/** What each of them means. */
export const BY_PROFILE: Record<ProfileField, MeaningName> = {
  name: "sender.name",
  profession: "sender.profession",
  email: "sender.email",
  phone_number: "sender.phone",
  bio: "sender.about",
  photo: "sender.photo",
};
