export { type Profile, ProfileMissing, photoAddress, profileOf, reportProfileFailure } from "./profile.ts";
export { ProfileForm } from "./profile-form.tsx";
export { ProfileRows } from "./profile-rows.tsx";
export { ProfileSheet } from "./profile-sheet.tsx";
export { setShownProfile, shownProfile, useShownProfile } from "./shown-profile.ts";
