import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { call, errorMessage, RefusedCall } from "../../lib/http-client.ts";
import { notify } from "../../lib/toasts.ts";
import { Button } from "../../ui/button.tsx";
import { FormProblem } from "../../ui/form-parts.tsx";
import { rules, z } from "../../ui/form-rules.ts";
import { rememberEmail, type SessionAnswer } from "../session/index.ts";
import { EmailField, OwnPasswordField, ownPassword } from "./fields.tsx";

const schema = z.object({
  newEmail: rules.email,
  password: ownPassword,
});
type Values = z.infer<typeof schema>;
const EMPTY: Values = { newEmail: "", password: "" };

/** Login, profile and the browser's memory change together; with a mail server once the new address is confirmed. */
export function EmailForm({ email }: { email: string }) {
  const [problem, setProblem] = useState("");
  const [written, setWritten] = useState("");
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues: EMPTY });
  const { errors, isSubmitting } = form.formState;
  const onSubmit = form.handleSubmit(async (given) => {
    setProblem("");
    try {
      await call("auth/change-email", { json: given });
      const found: SessionAnswer = await (await call("auth/get-session")).json();
      form.reset(EMPTY);
      if (!found || found.user.email === email) return setWritten(given.newEmail);
      rememberEmail(found.user.email);
      notify({ kind: "fact", message: `Your address is ${found.user.email} now` });
    } catch (error) {
      const code = error instanceof RefusedCall ? error.code : "";
      if (code === "INVALID_PASSWORD") form.setError("password", { message: "This is not your password" });
      else if (code === "EMAIL_TAKEN") form.setError("newEmail", { message: "This address has an account" });
      else setProblem(errorMessage(error));
    }
  });
  return (
    <form className="account-form" method="post" noValidate onSubmit={onSubmit}>
      <p className="field-fixed">{email}</p>
      <FormProblem>{problem}</FormProblem>
      {written && (
        <p role="status">
          We have written to {written}. Open the link in that mail in this browser, and the address is
          changed.
        </p>
      )}
      <EmailField
        label="New e-mail"
        autoComplete="email"
        error={errors.newEmail?.message}
        {...form.register("newEmail")}
      />
      <OwnPasswordField
        label="Password, to be sure it is you"
        error={errors.password?.message}
        {...form.register("password")}
      />
      <Button type="submit" isBusy={isSubmitting} busyMessage="Changing">
        Change the e-mail
      </Button>
    </form>
  );
}
