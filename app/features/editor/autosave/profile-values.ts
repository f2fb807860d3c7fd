import { PROFILE_FIELDS } from "../../../../contract/people/profile-fields.ts";
import { queryClient } from "../../../lib/http/query-client.tsx";
import { photoAddress, profileOf } from "../../profile/index.ts";
import type { EditorTemplate } from "../editor-template.ts";
import { type ProfileValues, takesPhoto } from "./untouched-draft.ts";

const PHOTO_PIXELS = 800; // sharp at 6 cm in print

/** The values that this person's profile can fill in; none without a profile. */
export async function readProfileValues(email: string, template: EditorTemplate): Promise<ProfileValues> {
  try {
    const profile = await queryClient.fetchQuery(profileOf(email));
    const values: ProfileValues = {};
    for (const name of PROFILE_FIELDS) {
      const value = name === "photo" ? undefined : profile[name];
      if (value) values[name] = value;
    }
    if (profile.photo && takesPhoto(template.fields)) values.photo = await readPhoto(profile);
    return values;
  } catch (error) {
    console.error("Profile fetch failed", error);
    return {};
  }
}

async function readPhoto(profile: { photo: string | null; avatar: string }): Promise<string> {
  const answer = await fetch(photoAddress(profile, PHOTO_PIXELS));
  if (!answer.ok) throw new Error(`the photo was answered with ${answer.status}`);
  const picture = await answer.blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(picture);
  });
}
