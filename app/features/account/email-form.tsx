import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { notify } from "../../lib/browser/toasts.ts";
import { call, errorMessage, RefusedCall } from "../../lib/http/http-client.ts";
import { Button } from "../../ui/button.tsx";
import { FormProblem } from "../../ui/form-parts.tsx";
import { rules, z } from "../../ui/form-rules.ts";
import { useForm } from "../../ui/use-form.ts";
import { rememberEmail, type SessionAnswer } from "../session/index.ts";
import { EmailField, OwnPasswordField, ownPassword } from "./fields.tsx";
import { useHasPassword } from "./security/security-data.ts";

const schema = z.object({
  newEmail: rules.email,
  password: ownPassword,
});
const WITHOUT_PASSWORD = schema.extend({ password: z.string() });
const EMPTY = { newEmail: "", password: "" };

/** Login, profile and the browser's memory change together; with a mail server once the new address is confirmed. */
export function EmailForm({ email }: { email: string }) {
  const [written, setWritten] = useState("");
  const hasPassword = useHasPassword();
  const form = useForm({
    schema: hasPassword ? schema : WITHOUT_PASSWORD,
    initial: EMPTY,
    send: async (given) => {
      await call("auth/change-email", { json: given });
      const found: SessionAnswer = await (await call("auth/get-session")).json();
      form.reset();
      if (!found || found.user.email === email) return setWritten(given.newEmail);
      const { email: address } = found.user;
      rememberEmail(address);
      notify({ kind: "fact", message: t`Your email address is now ${address}` });
    },
    explain: (error) => {
      const code = error instanceof RefusedCall ? error.code : "";
      if (code === "INVALID_PASSWORD") return { password: t`That password is incorrect` };
      if (code === "EMAIL_TAKEN") return { newEmail: t`Another account uses this address` };
      return errorMessage(error);
    },
  });
  return (
    <form className="account-form" {...form.props}>
      <p className="field-fixed">{email}</p>
      <FormProblem>{form.problem}</FormProblem>
      {written && (
        <p role="status">
          <Trans>We’ve sent a link to {written}. Open it in this browser to confirm your new address.</Trans>
        </p>
      )}
      <EmailField label={t`New email address`} autoComplete="email" {...form.field("newEmail")} />
      {hasPassword && <OwnPasswordField label={t`Confirm with your password`} {...form.field("password")} />}
      <Button type="submit" isBusy={form.isBusy} busyMessage={t`Changing`}>{t`Change email address`}</Button>
    </form>
  );
}
