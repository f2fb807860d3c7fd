import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { Link } from "react-router";
import { NAME_MAX } from "../../../contract/limits.ts";
import { errorMessage, RefusedCall } from "../../lib/http-client.ts";
import { notify } from "../../lib/toasts.ts";
import { Button } from "../../ui/button.tsx";
import { FormProblem } from "../../ui/form-parts.tsx";
import { rules, z } from "../../ui/form-rules.ts";
import { LeaveGuard } from "../../ui/leave-guard.tsx";
import { TextArea, TextField } from "../../ui/text-field.tsx";
import { AvatarField, PhotoField } from "./photo-field.tsx";
import { type Profile, removePhoto, saveProfile } from "./profile.ts";
import { ProfileSheet } from "./profile-sheet.tsx";

const optionalLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max} characters`)
    .regex(/^\P{Cc}*$/u, "Only what fits on one line");

const schema = z.object({
  name: rules.line("Your name is missing", NAME_MAX),
  profession: optionalLine(200),
  phone_number: optionalLine(50).regex(
    /^$|^[+\d][\d\s()./-]{4,}$/,
    "Digits, spaces and a plus, as in +47 555 01 882",
  ),
  bio: z.string().trim().max(5_000, "At most 5,000 characters"),
  photo: z.string().nullable(),
  avatar: z.string(),
});
type Values = z.infer<typeof schema>;
const fieldName = schema.keyof();

/** The id of an uploaded avatar; undefined for the placeholder. */
const fileOf = (avatar: string) => /^\/assets\/([\w-]+)$/.exec(avatar)?.[1];

export function ProfileForm({ profile, onDone }: { profile: Profile; onDone(): void }) {
  const [problem, setProblem] = useState("");
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    mode: "onTouched",
    defaultValues: {
      name: profile.name,
      profession: profile.profession ?? "",
      phone_number: profile.phone_number ?? "",
      bio: profile.bio ?? "",
      photo: profile.photo,
      avatar: profile.avatar,
    },
  });
  const { errors, isSubmitting, isDirty, isSubmitSuccessful } = form.formState;
  const typed = useWatch({ control: form.control });
  const photo = typed.photo ?? null;
  const avatar = typed.avatar ?? profile.avatar;
  const [lit, setLit] = useState<string>();

  // A picture that was uploaded and not taken over is nobody's any more.
  const letGo = (id: string | undefined | null) => {
    if (id && id !== profile.photo && id !== fileOf(profile.avatar)) void removePhoto(id);
  };
  const onSubmit = form.handleSubmit(async (given) => {
    setProblem("");
    try {
      await saveProfile({
        ...profile,
        ...given,
        profession: given.profession || null,
        phone_number: given.phone_number || null,
        bio: given.bio || null,
      });
    } catch (error) {
      console.error("Profile save failed", error);
      form.reset(given, { keepDefaultValues: true, keepDirty: true });
      const field = error instanceof RefusedCall && fieldName.safeParse(error.details.field).data;
      if (field) form.setError(field, { message: errorMessage(error) });
      else setProblem(`Your profile was not saved. ${errorMessage(error)}`);
      notify({ kind: "failure", message: "Your profile was not saved. What you typed is still here." });
      return;
    }
    const before = fileOf(profile.avatar);
    if (before && given.avatar !== profile.avatar) void removePhoto(before);
    notify({ kind: "fact", message: "Your profile is saved" });
    onDone();
  });

  return (
    <form
      className="profile-form"
      method="post"
      noValidate
      onSubmit={onSubmit}
      onFocus={({ target }) => setLit(target.getAttribute("name") ?? undefined)}
      onBlur={() => setLit(undefined)}
    >
      {isDirty && !isSubmitSuccessful && (
        <LeaveGuard>What you changed in your profile would be lost.</LeaveGuard>
      )}
      <div className="pictures">
        <PhotoField
          photo={photo}
          onChange={(next) => {
            letGo(photo);
            form.setValue("photo", next, { shouldDirty: true });
          }}
        />
        <AvatarField
          avatar={avatar}
          photo={photo}
          onChange={(next) => {
            letGo(fileOf(avatar));
            form.setValue("avatar", next, { shouldDirty: true });
          }}
        />
      </div>
      <div className="fields">
        <FormProblem>{problem}</FormProblem>
        <TextField label="Name" autoComplete="name" error={errors.name?.message} {...form.register("name")} />
        <TextField
          label="Profession"
          autoComplete="organization-title"
          error={errors.profession?.message}
          {...form.register("profession")}
        />
        <div className="field">
          <span className="field-name">E-mail</span>
          <p className="field-fixed">
            {profile.email}{" "}
            <Link className="link" to="/dashboard/account#email">
              Change
            </Link>
          </p>
        </div>
        <TextField
          label="Phone"
          type="tel"
          autoComplete="tel"
          error={errors.phone_number?.message}
          {...form.register("phone_number")}
        />
        <TextArea
          label="About"
          hint="A few lines about you, for résumés and letters."
          error={errors.bio?.message}
          {...form.register("bio")}
        />
        <div className="dialog-actions">
          <Button
            onClick={() => {
              letGo(photo);
              letGo(fileOf(avatar));
              onDone();
            }}
          >
            Cancel
          </Button>
          <Button type="submit" variant="primary" isBusy={isSubmitting} busyMessage="Saving">
            Save the profile
          </Button>
        </div>
      </div>
      <ProfileSheet words={{ ...typed, email: profile.email }} lit={lit} />
    </form>
  );
}
