import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import { call, RefusedCall, wordsOf } from "../../lib/http-client.ts";
import { BusyButton, FormProblem } from "../../ui/form-parts.tsx";
import { z } from "../../ui/form-rules.ts";
import { NewPasswordField, newPassword } from "./fields.tsx";
import { readToken } from "./next-page.tsx";

const schema = z.object({
  newPassword,
});
type Values = z.infer<typeof schema>;

/** A new password, with the link that is in the address; then the way to sign in with it. */
export function ResetPasswordForm() {
  const [problem, setProblem] = useState<"" | "link" | string>("");
  const [isDone, setIsDone] = useState(false);
  const { register, handleSubmit, formState } = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { newPassword: "" },
  });
  const onSubmit = handleSubmit(async ({ newPassword }) => {
    setProblem("");
    try {
      await call("auth/reset-password", { json: { token: readToken(), newPassword } });
      setIsDone(true);
    } catch (error) {
      const isDead = error instanceof RefusedCall && /TOKEN|VALIDATION/.test(error.code);
      setProblem(isDead ? "link" : wordsOf(error));
    }
  });
  return isDone ? (
    <div className="join-form">
      <h1>New password set</h1>
      <p role="status">All your sessions have ended. Sign in with the new password.</p>
      <Link className="button primary large" to="/login">
        Sign in
      </Link>
    </div>
  ) : (
    <form className="join-form" method="post" noValidate onSubmit={onSubmit}>
      <h1>Choose a new password</h1>
      <FormProblem>
        {problem === "link" ? (
          <>
            This link has been used or is too old.{" "}
            <Link className="link" to="/forgot-password">
              Ask for another one
            </Link>
          </>
        ) : (
          problem
        )}
      </FormProblem>
      <NewPasswordField
        className="large"
        error={formState.errors.newPassword?.message}
        {...register("newPassword")}
      />
      <BusyButton className="primary large" isBusy={formState.isSubmitting} busyWords="Setting the password">
        Set the password
      </BusyButton>
    </form>
  );
}
