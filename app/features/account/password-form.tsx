import { t } from "@lingui/core/macro";
import { notify } from "../../lib/browser/toasts.ts";
import { call, errorMessage, RefusedCall } from "../../lib/http/http-client.ts";
import { queryClient } from "../../lib/http/query-client.tsx";
import { Button } from "../../ui/button.tsx";
import { FormProblem } from "../../ui/form-parts.tsx";
import { z } from "../../ui/form-rules.ts";
import { useForm } from "../../ui/use-form.ts";
import { checkSession } from "../session/index.ts";
import { NewPasswordField, newPassword, OwnPasswordField, ownPassword } from "./fields.tsx";
import { securityChanged, useHasPassword } from "./security/security-data.ts";

const schema = z.object({
  currentPassword: ownPassword,
  newPassword,
});
const EMPTY = { currentPassword: "", newPassword: "" };

/** Changes the password, or sets the first one of an account that was made with a sign-in provider. */
export function PasswordForm() {
  return useHasPassword() ? <ChangePassword /> : <SetPassword />;
}

function SetPassword() {
  const form = useForm({
    schema: schema.pick({ newPassword: true }),
    initial: { newPassword: "" },
    send: async (given) => {
      await call("auth/set-password", { json: given });
      notify({ kind: "fact", message: t`Password set` });
      await securityChanged();
    },
  });
  return (
    <form className="account-form" {...form.props}>
      <FormProblem>{form.problem}</FormProblem>
      <NewPasswordField {...form.field("newPassword")} />
      <Button type="submit" isBusy={form.isBusy} busyMessage={t`Saving`}>{t`Set password`}</Button>
    </form>
  );
}

function ChangePassword() {
  const form = useForm({
    schema,
    initial: EMPTY,
    send: async (given) => {
      await call("auth/change-password", { json: given });
      form.reset();
      notify({ kind: "fact", message: t`Password changed. You’ve been signed out on all other devices.` });
      // Changing the password has replaced the session's token.
      await checkSession();
      await queryClient.invalidateQueries({ queryKey: ["sessions"] });
    },
    explain: (error) =>
      error instanceof RefusedCall && error.code === "INVALID_PASSWORD"
        ? { currentPassword: t`That password is incorrect` }
        : errorMessage(error),
  });
  return (
    <form className="account-form" {...form.props}>
      <FormProblem>{form.problem}</FormProblem>
      <OwnPasswordField label={t`Current password`} {...form.field("currentPassword")} />
      <NewPasswordField
        hint={t`Changing your password signs you out on all other devices.`}
        {...form.field("newPassword")}
      />
      <Button type="submit" isBusy={form.isBusy} busyMessage={t`Changing`}>{t`Change password`}</Button>
    </form>
  );
}
