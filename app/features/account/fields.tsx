import { t } from "@lingui/core/macro";
import type { ComponentProps } from "react";
import { PASSWORD_MAX, PASSWORD_MIN } from "../../../contract/limits.ts";
import { z } from "../../ui/form-rules.ts";
import { TextField } from "../../ui/text-field.tsx";

/** The current password; only the server can check it. */
export const ownPassword = z.string().min(1, { error: () => t`Enter your password` });

/** A new password. */
export const newPassword = z
  .string()
  .min(PASSWORD_MIN, `Use at least ${PASSWORD_MIN} characters`)
  .max(PASSWORD_MAX, `Use at most ${PASSWORD_MAX} characters`);

type Props = Omit<ComponentProps<typeof TextField>, "label" | "type"> & { label?: string };

export function EmailField({ label = "E-mail", autoComplete = "username", ...field }: Props) {
  return <TextField label={label} type="email" autoComplete={autoComplete} {...field} />;
}

export function OwnPasswordField({ label = t`Password`, ...field }: Props) {
  return <TextField label={label} type="password" autoComplete="current-password" {...field} />;
}

export function NewPasswordField({
  label = t`New password`,
  hint = t`A few random words work well.`,
  ...field
}: Props) {
  return (
    <TextField
      label={label}
      type="password"
      autoComplete="new-password"
      hint={
        <>
          {t`At least ${PASSWORD_MIN} characters.`} {hint}
        </>
      }
      {...field}
    />
  );
}
