import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { call, errorMessage, RefusedCall } from "../../lib/http-client.ts";
import { queryClient } from "../../lib/query-client.tsx";
import { notify } from "../../lib/toasts.ts";
import { Button } from "../../ui/button.tsx";
import { FormProblem } from "../../ui/form-parts.tsx";
import { z } from "../../ui/form-rules.ts";
import { checkSession } from "../session/index.ts";
import { NewPasswordField, newPassword, OwnPasswordField, ownPassword } from "./fields.tsx";

const schema = z.object({
  currentPassword: ownPassword,
  newPassword,
});
type Values = z.infer<typeof schema>;
const EMPTY: Values = { currentPassword: "", newPassword: "" };

export function PasswordForm() {
  const [problem, setProblem] = useState("");
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues: EMPTY });
  const { errors, isSubmitting } = form.formState;
  const onSubmit = form.handleSubmit(async (given) => {
    setProblem("");
    try {
      await call("auth/change-password", { json: given });
    } catch (error) {
      const isWrong = error instanceof RefusedCall && error.code === "INVALID_PASSWORD";
      if (isWrong) form.setError("currentPassword", { message: "This is not your password" });
      else setProblem(errorMessage(error));
      return;
    }
    form.reset(EMPTY);
    notify({ kind: "fact", message: "Your password is changed, and all other sessions have ended" });
    // Changing the password has replaced the session's token.
    await checkSession();
    await queryClient.invalidateQueries({ queryKey: ["sessions"] });
  });
  return (
    <form className="account-form" method="post" noValidate onSubmit={onSubmit}>
      <FormProblem>{problem}</FormProblem>
      <OwnPasswordField
        label="Password until now"
        error={errors.currentPassword?.message}
        {...form.register("currentPassword")}
      />
      <NewPasswordField
        error={errors.newPassword?.message}
        hint="All other sessions end with the change."
        {...form.register("newPassword")}
      />
      <Button type="submit" isBusy={isSubmitting} busyMessage="Changing">
        Change the password
      </Button>
    </form>
  );
}
