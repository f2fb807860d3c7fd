import type { MeaningName } from "../templates/meanings.ts";

/** The fields of a profile that can fill in a template. Kept apart from the template format, which public pages don't load. */
export const PROFILE_FIELDS = ["name", "profession", "email", "phone_number", "bio", "photo"] as const;
export type ProfileField = (typeof PROFILE_FIELDS)[number];

/** The meaning of each. */
export const BY_PROFILE: Record<ProfileField, MeaningName> = {
  name: "sender.name",
  profession: "sender.profession",
  email: "sender.email",
  phone_number: "sender.phone",
  bio: "sender.about",
  photo: "sender.photo",
};
