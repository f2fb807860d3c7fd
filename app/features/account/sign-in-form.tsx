import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { errorMessage, RefusedCall } from "../../lib/http/http-client.ts";
import { FormProblem, SubmitButton } from "../../ui/form-parts.tsx";
import { rules, z } from "../../ui/form-rules.ts";
import { useForm } from "../../ui/use-form.ts";
import { currentEmail, offerPasskeys, signIn } from "../session/index.ts";
import { EmailField, OwnPasswordField, ownPassword } from "./fields.tsx";
import { IssuerButton } from "./issuer-button.tsx";
import { SignInCodeForm } from "./sign-in-code-form.tsx";

const schema = z.object({
  email: rules.email,
  password: ownPassword,
});

type Props = {
  /** Text above the fields. */
  lead?: string;
  /** The suggested email address; by default the last one used. */
  email: string;
  /** The query of the links to other forms, with where to go on afterwards. */
  query?: string;
  /** The page to go on to. */
  next?: string;
  /** The OpenID Connect provider, if the site has one. */
  issuerName?: string | undefined;
  /** The account is there, but its address has not been confirmed. */
  onUnconfirmed(email: string): void;
};

export function SignInForm({ lead, email, query = "", next = "/", issuerName, onUnconfirmed }: Props) {
  const [needsCode, setNeedsCode] = useState(false);
  const [passkeyProblem, setPasskeyProblem] = useState("");
  const form = useForm({
    schema,
    initial: { email: "", password: "" },
    send: (given) =>
      signIn(given).then(
        (isDone) => {
          if (!isDone) setNeedsCode(true);
        },
        (error) => {
          if (!(error instanceof RefusedCall && error.code === "EMAIL_NOT_VERIFIED")) throw error;
          onUnconfirmed(given.email);
        },
      ),
    explain: (error) => {
      form.retype("password");
      const isWrong = error instanceof RefusedCall && error.status === 401;
      return isWrong ? t`The email address or password is incorrect.` : errorMessage(error);
    },
  });

  useEffect(() => {
    const leaving = new AbortController();
    offerPasskeys(leaving.signal).catch((error) => {
      if (!leaving.signal.aborted) setPasskeyProblem(errorMessage(error));
    });
    return () => leaving.abort();
  }, []);

  const { suggest } = form;
  useEffect(() => suggest({ email: email || currentEmail() }), [email, suggest]);

  if (needsCode) return <SignInCodeForm />;
  return (
    <form className="join-form" {...form.props}>
      <h1>{t`Sign in`}</h1>
      {lead && <p>{lead}</p>}
      {issuerName && <IssuerButton name={issuerName} next={next} />}
      <FormProblem>{form.problem || passkeyProblem}</FormProblem>
      <div className="fields">
        <EmailField className="large" autoComplete="username webauthn" {...form.field("email")} />
        <OwnPasswordField className="large" {...form.field("password")} />
      </div>
      <SubmitButton form={form} busyMessage={t`Signing in`}>{t`Sign in`}</SubmitButton>
      <p className="aside field-line">
        <Link className="link" to={`/forgot-password${query}`}>{t`Forgot your password?`}</Link>
        <Link className="link" to={`/signup${query}`}>{t`Create account`}</Link>
      </p>
    </form>
  );
}
