import { t } from "@lingui/core/macro";
import { queryOptions } from "@tanstack/react-query";
import type { Answer } from "../../../contract/collections/records.ts";
import { shownAvatar } from "../../../contract/people/avatar.ts";
import { notify } from "../../lib/browser/toasts.ts";
import { listItems, updateItem } from "../../lib/http/content-client.ts";
import {
  type ApiError,
  CALL_TIMEOUT_MS,
  call,
  RefusedCall,
  translateErrors,
} from "../../lib/http/http-client.ts";
import { queryClient } from "../../lib/http/query-client.tsx";

/** The record of the user collection with the stored email address. */
export type Profile = Answer<"user", "*">;

/** The server has no profile with this email that the person may see. */
export class ProfileMissing extends Error {
  constructor(email: string) {
    super(`There is no profile with the email ${email}`);
    this.name = "ProfileMissing";
  }
}

export function profileOf(email: string) {
  return queryOptions({
    queryKey: ["profile", email],
    queryFn: async (): Promise<Profile> => {
      const { data } = await listItems("user", { filter: { email: { _eq: email } } });
      if (!data[0]) throw new ProfileMissing(email);
      return data[0];
    },
  });
}

export function reportProfileFailure(error: unknown): void {
  console.error("Profile fetch failed", error);
  notify({ kind: "failure", message: t`We couldn’t load your profile. Try again in a moment.` });
}

/** Sends the whole profile. The caller shows the result. */
export async function saveProfile(profile: Profile): Promise<Profile> {
  const { data: saved } = await updateItem("user", profile.id, profile);
  queryClient.setQueryData(profileOf(saved.email).queryKey, saved);
  return saved;
}

/** Uploads one picture and returns its file id. `onProgress` gets the sent share, from 0 to 1. */
export function uploadPhoto(picture: Blob, onProgress: (share: number) => void): Promise<string> {
  const form = new FormData();
  form.append("file", picture, "photo.webp");
  return new Promise((resolve, reject) => {
    // fetch reports no upload progress.
    const request = new XMLHttpRequest();
    const startedAt = performance.now();
    request.upload.onprogress = ({ loaded, total }) => {
      request.timeout = performance.now() - startedAt + CALL_TIMEOUT_MS; // counted from the beginning
      onProgress(total > 0 ? loaded / total : 0);
    };
    request.onload = () => readUploaded(request.status, request.responseText).then(resolve, reject);
    request.onerror = () => reject(new Error("the server could not be reached"));
    request.ontimeout = () => reject(new Error("the server did not answer"));
    request.open("POST", "/files");
    request.timeout = CALL_TIMEOUT_MS;
    request.send(form);
  });
}

/** The file id in the response to an upload. A proxy may answer with anything. */
export async function readUploaded(status: number, text: string): Promise<string> {
  const answer = readAnswer(text);
  const id = answer?.data?.id;
  if (status === 200 && typeof id === "string") return id;
  if (status >= 400) throw new RefusedCall(status, await translateErrors(answer?.errors));
  throw new Error(`An upload was answered with ${status} and no id of a file`);
}

function readAnswer(text: string): { data?: { id?: unknown }; errors?: ApiError[] } | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Deletes an uploaded picture that no profile uses. */
export async function removePhoto(id: string): Promise<void> {
  await call(`files/${id}`, { method: "DELETE" }).catch((error) =>
    console.error("Image removal failed", error),
  );
}

export function photoAddress(profile: Pick<Profile, "photo" | "avatar">, size: number): string {
  return profile.photo
    ? `/assets/${profile.photo}?width=${size}&height=${size}`
    : shownAvatar(profile.avatar);
}
