import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import { call, errorMessage } from "../../lib/http-client.ts";
import { Button } from "../../ui/button.tsx";
import { FormProblem } from "../../ui/form-parts.tsx";
import { rules, z } from "../../ui/form-rules.ts";
import { EmailField } from "./fields.tsx";

const schema = z.object({ email: rules.email });
type Values = z.infer<typeof schema>;

/** `signIn`: the address of the form for signing in, with where to go on afterwards. */
type Props = { signIn: string; onAsked(email: string): void };

export function ForgotPasswordForm({ signIn, onAsked }: Props) {
  const [problem, setProblem] = useState("");
  const { register, handleSubmit, formState } = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { email: "" },
  });
  const onSubmit = handleSubmit(async ({ email }) => {
    setProblem("");
    try {
      await call("auth/request-password-reset", { json: { email } });
      onAsked(email);
    } catch (error) {
      setProblem(errorMessage(error));
    }
  });
  return (
    <form className="join-form" method="post" noValidate onSubmit={onSubmit}>
      <h1>Forgot it?</h1>
      <p>We send you a link to choose a new password.</p>
      <FormProblem>{problem}</FormProblem>
      <EmailField className="large" error={formState.errors.email?.message} {...register("email")} />
      <Button
        type="submit"
        variant="primary"
        size="large"
        isBusy={formState.isSubmitting}
        busyMessage="Asking for a link"
      >
        Ask for a link
      </Button>
      <p className="aside">
        <Link className="link" to={signIn}>
          Back to signing in
        </Link>
      </p>
    </form>
  );
}

/** Without a mail server an operator makes the link and hands it over. */
export function AskOperator({ signIn, contactEmail }: { signIn: string; contactEmail: string | undefined }) {
  return (
    <div className="join-form">
      <h1>Forgot it?</h1>
      <p>
        This library sends no mail. Whoever runs it can make you a link to choose a new password; it works
        once, within the hour.
      </p>
      <p>
        {contactEmail ? (
          <>
            Write to{" "}
            <a className="link" href={`mailto:${contactEmail}`}>
              {contactEmail}
            </a>{" "}
          </>
        ) : (
          <>
            Ask through the{" "}
            <Link className="link" to="/contact">
              contact page
            </Link>
            , or however you know them,{" "}
          </>
        )}
        and say with which address you sign in.
      </p>
      <p className="aside">
        <Link className="link" to={signIn}>
          Back to signing in
        </Link>
      </p>
    </div>
  );
}
