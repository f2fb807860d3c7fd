import { queryOptions } from "@tanstack/react-query";
import type { RecordOf } from "../../../contract/records.ts";
import { listItems, queryClient, updateItem } from "../../lib/content-client.ts";
import { call, RefusedCall } from "../../lib/http-client.ts";
import { tell } from "../../lib/messages.ts";

/** The record of the user collection that the stored e-mail leads to. */
export type Profile = RecordOf<"user">;

/** Null: no such row may be seen. */
export function profileOf(email: string) {
  return queryOptions({
    queryKey: ["profile", email],
    queryFn: async (): Promise<Profile | null> => {
      const { data } = await listItems("user", { filter: { email: { _eq: email } } });
      return data[0] ?? null;
    },
  });
}

export function reportProfileFailure(error: unknown): void {
  console.error("Profile fetch failed", error);
  tell({ kind: "failure", words: "Your profile could not be loaded. Please try again in a moment." });
}

/** Sends the whole profile back. The caller says what happened; what was typed stays with it. */
export async function saveProfile(profile: Profile): Promise<Profile> {
  const { data: saved } = await updateItem("user", profile.id, profile);
  queryClient.setQueryData(profileOf(saved.email).queryKey, saved);
  return saved;
}

/** Uploads one picture and gives its file id. `onProgress` hears how much of it has left, from 0 to 1. */
export function uploadPhoto(picture: Blob, onProgress: (share: number) => void): Promise<string> {
  const form = new FormData();
  form.append("file", picture, "photo.webp");
  return new Promise((resolve, reject) => {
    // fetch can't tell how far an upload is.
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      if (request.status === 409)
        return reject(new RefusedCall(409, JSON.parse(request.responseText).errors));
      if (request.status !== 200) return reject(new Error(`files was answered with ${request.status}`));
      const { data }: { data: { id: string } } = JSON.parse(request.responseText);
      resolve(data.id);
    };
    request.onerror = () => reject(new Error("the server could not be reached"));
    request.open("POST", "/files");
    request.send(form);
  });
}

/** An uploaded picture that no profile took over. */
export async function removePhoto(id: string): Promise<void> {
  await call(`files/${id}`, { method: "DELETE" }).catch((error) =>
    console.error("Image removal failed", error),
  );
}

export function photoAddress(profile: Pick<Profile, "photo" | "avatar">, size: number): string {
  return profile.photo ? `/assets/${profile.photo}?width=${size}&height=${size}` : profile.avatar;
}
