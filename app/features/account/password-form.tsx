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

const schema = z.object({
  currentPassword: ownPassword,
  newPassword,
});
const EMPTY = { currentPassword: "", newPassword: "" };

export function PasswordForm() {
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
        hint={t`Changing it signs you out on all other devices.`}
        {...form.field("newPassword")}
      />
      <Button type="submit" isBusy={form.isBusy} busyMessage={t`Changing`}>{t`Change password`}</Button>
    </form>
  );
}
