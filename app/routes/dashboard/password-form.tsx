import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { PASSWORD_MAX, PASSWORD_MIN } from "../../../contract/accounts.ts";
import { queryClient } from "../../data/content.ts";
import { tell } from "../../data/messages.ts";
import { checkStanding } from "../../data/session.ts";
import { call, RefusedCall, wordsOf } from "../../data/session-call.ts";
import { BusyButton } from "../../ui/busy-button.tsx";
import { FormProblem } from "../../ui/form-problem.tsx";
import { z } from "../../ui/form-rules.ts";
import { TextField } from "../../ui/text-field.tsx";

const schema = z.object({
  currentPassword: z.string().min(1, "Your password is missing"),
  newPassword: z
    .string()
    .min(PASSWORD_MIN, `At least ${PASSWORD_MIN} characters`)
    .max(PASSWORD_MAX, `At most ${PASSWORD_MAX} characters`),
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
      else setProblem(wordsOf(error));
      return;
    }
    form.reset(EMPTY);
    tell({ kind: "fact", words: "Your password is changed, and all other sessions have ended" });
    // The session got a new name with it.
    await checkStanding();
    await queryClient.invalidateQueries({ queryKey: ["sessions"] });
  });
  return (
    <form className="account-form" noValidate onSubmit={onSubmit}>
      <FormProblem>{problem}</FormProblem>
      <TextField
        label="Password until now"
        type="password"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register("currentPassword")}
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        error={errors.newPassword?.message}
        hint={`At least ${PASSWORD_MIN} characters. All other sessions end with the change.`}
        {...form.register("newPassword")}
      />
      <BusyButton isBusy={isSubmitting} busyWords="Changing">
        Change the password
      </BusyButton>
    </form>
  );
}
