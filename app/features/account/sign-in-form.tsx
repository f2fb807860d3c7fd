import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import { errorMessage, RefusedCall } from "../../lib/http-client.ts";
import { Button } from "../../ui/button.tsx";
import { FormProblem } from "../../ui/form-parts.tsx";
import { rules, z } from "../../ui/form-rules.ts";
import { currentEmail, signIn } from "../session/index.ts";
import { EmailField, OwnPasswordField, ownPassword } from "./fields.tsx";

const schema = z.object({
  email: rules.email,
  password: ownPassword,
});
type Values = z.infer<typeof schema>;

type Props = {
  /** What is said before the fields. */
  lead?: string;
  /** Who probably wants to sign in; else whoever was here last. */
  email: string;
  /** The query of the links to other forms, with where to go on afterwards. */
  query?: string;
  /** The account is there, but its address has not been confirmed. */
  onUnconfirmed(email: string): void;
};

export function SignInForm({ lead, email, query = "", onUnconfirmed }: Props) {
  const [problem, setProblem] = useState("");
  const { register, handleSubmit, setValue, getValues, resetField, setFocus, formState } = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { email: "", password: "" },
  });
  const { errors, isSubmitting } = formState;

  useEffect(() => {
    const probably = email || currentEmail();
    if (probably && !getValues("email")) setValue("email", probably);
  }, [email, getValues, setValue]);

  const onSubmit = handleSubmit(async (given) => {
    setProblem("");
    try {
      await signIn(given);
    } catch (error) {
      if (error instanceof RefusedCall && error.code === "EMAIL_NOT_VERIFIED")
        return onUnconfirmed(given.email);
      resetField("password");
      setFocus("password");
      const isWrong = error instanceof RefusedCall && error.status === 401;
      setProblem(isWrong ? "E-mail and password do not fit together." : errorMessage(error));
    }
  });

  return (
    <form className="join-form" method="post" noValidate onSubmit={onSubmit}>
      <h1>Sign in</h1>
      {lead && <p>{lead}</p>}
      <FormProblem>{problem}</FormProblem>
      <div className="fields">
        <EmailField className="large" error={errors.email?.message} {...register("email")} />
        <OwnPasswordField className="large" error={errors.password?.message} {...register("password")} />
      </div>
      <Button type="submit" variant="primary" size="large" isBusy={isSubmitting} busyMessage="Signing in">
        Sign in
      </Button>
      <p className="aside field-line">
        <Link className="link" to={`/forgot-password${query}`}>
          Forgot the password?
        </Link>
        <Link className="link" to={`/signup${query}`}>
          Create account
        </Link>
      </p>
    </form>
  );
}
