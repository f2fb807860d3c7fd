import { t } from "@lingui/core/macro";
import { useState } from "react";
import { Link } from "react-router";
import { NAME_MAX } from "../../../contract/limits.ts";
import { notify } from "../../lib/browser/toasts.ts";
import { errorMessage, RefusedCall } from "../../lib/http/http-client.ts";
import { Button } from "../../ui/button.tsx";
import { FormProblem } from "../../ui/form-parts.tsx";
import { rules, tooLong, z } from "../../ui/form-rules.ts";
import { LeaveGuard } from "../../ui/leave-guard.tsx";
import { TextArea, TextField } from "../../ui/text-field.tsx";
import { useForm } from "../../ui/use-form.ts";
import { AvatarField, PhotoField } from "./photo-field.tsx";
import styles from "./profile.module.css";
import { type Profile, removePhoto, saveProfile } from "./profile.ts";
import { ProfileSheet } from "./profile-sheet.tsx";

const optionalLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: () => tooLong(max) })
    .regex(/^\P{Cc}*$/u, { error: () => t`Use a single line` });

const schema = z.object({
  name: rules.line(() => t`Enter your name`, NAME_MAX),
  profession: optionalLine(200),
  phone_number: optionalLine(50).regex(/^$|^[+\d][\d\s()./-]{4,}$/, {
    error: () => t`Enter a phone number, such as +47 555 01 882`,
  }),
  bio: z
    .string()
    .trim()
    .max(5_000, { error: () => tooLong(5_000) }),
});
const fieldName = schema.keyof();

/** The id of an uploaded avatar; undefined for the placeholder. */
const fileOf = (avatar: string) => /^\/assets\/([\w-]+)$/.exec(avatar)?.[1];

export function ProfileForm({ profile, onDone }: { profile: Profile; onDone(): void }) {
  const [photo, setPhoto] = useState(profile.photo);
  const [avatar, setAvatar] = useState(profile.avatar);
  const form = useForm({
    schema,
    initial: {
      name: profile.name,
      profession: profile.profession ?? "",
      phone_number: profile.phone_number ?? "",
      bio: profile.bio ?? "",
    },
    checksOnBlur: true,
    send: async (given) => {
      await saveProfile({
        ...profile,
        name: given.name,
        profession: given.profession || null,
        phone_number: given.phone_number || null,
        bio: given.bio || null,
        photo,
        avatar,
      });
      const before = fileOf(profile.avatar);
      if (before && avatar !== profile.avatar) void removePhoto(before);
      setSaved(true);
      notify({ kind: "fact", message: t`Profile saved` });
      onDone();
    },
    explain: (error) => {
      console.error("Profile save failed", error);
      notify({
        kind: "failure",
        message: t`We couldn’t save your profile. Your changes are still in the form.`,
      });
      const field = error instanceof RefusedCall && fieldName.safeParse(error.details.field).data;
      const reason = errorMessage(error);
      return field ? { [field]: reason } : t`We couldn’t save your profile. ${reason}`;
    },
  });
  const [isSaved, setSaved] = useState(false);
  const isDirty = form.isDirty || photo !== profile.photo || avatar !== profile.avatar;
  const [highlighted, setHighlighted] = useState<string>();

  // Deletes an uploaded picture that was not saved.
  const discardPicture = (id: string | undefined | null) => {
    if (id && id !== profile.photo && id !== fileOf(profile.avatar)) void removePhoto(id);
  };
  return (
    <form
      className={styles.profileForm}
      {...form.props}
      onFocus={({ target }) => setHighlighted(target.getAttribute("name") ?? undefined)}
      onBlur={() => setHighlighted(undefined)}
    >
      {isDirty && !isSaved && <LeaveGuard>{t`Your profile changes won’t be saved.`}</LeaveGuard>}
      <div className="pictures">
        <PhotoField
          photo={photo}
          onChange={(next) => {
            discardPicture(photo);
            setPhoto(next);
          }}
        />
        <AvatarField
          avatar={avatar}
          photo={photo}
          onChange={(next) => {
            discardPicture(fileOf(avatar));
            setAvatar(next);
          }}
        />
      </div>
      <div className="fields">
        <FormProblem>{form.problem}</FormProblem>
        <TextField label={t`Name`} autoComplete="name" {...form.field("name")} />
        <TextField label={t`Profession`} autoComplete="organization-title" {...form.field("profession")} />
        <div className="field">
          <span className="field-name">{t`Email`}</span>
          <p className="field-fixed">
            {profile.email} <Link className="link" to="/dashboard/account#email">{t`Change`}</Link>
          </p>
        </div>
        <TextField label={t`Phone`} type="tel" autoComplete="tel" {...form.field("phone_number")} />
        <TextArea
          label={t({ message: "About", context: "about a person" })}
          hint={t`A few lines about you, for resumes and letters.`}
          {...form.field("bio")}
        />
        <div className="dialog-actions">
          <Button
            onClick={() => {
              discardPicture(photo);
              discardPicture(fileOf(avatar));
              onDone();
            }}
          >{t`Cancel`}</Button>
          <Button
            type="submit"
            variant="primary"
            isBusy={form.isBusy}
            busyMessage={t`Saving`}
          >{t`Save profile`}</Button>
        </div>
      </div>
      <ProfileSheet values={{ ...form.values, photo, email: profile.email }} highlighted={highlighted} />
    </form>
  );
}
