import { plural, t } from "@lingui/core/macro";
import type { ComponentProps } from "react";
import { PASSWORD_MAX, PASSWORD_MIN } from "../../../contract/limits.ts";
import { tooLong, z } from "../../ui/form-rules.ts";
import { TextField } from "../../ui/text-field.tsx";

/** The current password; only the server can check it. */
export const ownPassword = z.string().min(1, { error: () => t`Enter your password` });

/** A new password. */
export const newPassword = z
  .string()
  .min(PASSWORD_MIN, {
    error: () =>
      plural(PASSWORD_MIN, { one: "Use at least # character", other: "Use at least # characters" }),
  })
  .max(PASSWORD_MAX, { error: () => tooLong(PASSWORD_MAX) });

/** A problem with the length of a password, and how long it is. */
export function withTypedLength(problem: string | undefined, length: number): string | undefined {
  return problem && t`${problem}. You’ve typed ${length}.`;
}

type Props = Omit<ComponentProps<typeof TextField>, "label" | "type"> & { label?: string };

export function EmailField({ label = t`Email`, autoComplete = "username", ...field }: Props) {
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
          {plural(PASSWORD_MIN, { one: "At least # character.", other: "At least # characters." })} {hint}
        </>
      }
      {...field}
    />
  );
}
