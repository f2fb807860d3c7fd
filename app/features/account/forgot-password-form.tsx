import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "react-router";
import { call } from "../../lib/http/http-client.ts";
import { FormProblem, SubmitButton } from "../../ui/form-parts.tsx";
import { rules, z } from "../../ui/form-rules.ts";
import { useForm } from "../../ui/use-form.ts";
import { EmailField } from "./fields.tsx";

const schema = z.object({ email: rules.email });

/** `signIn`: the address of the form for signing in, with where to go on afterwards. */
type Props = { signIn: string; onAsked(email: string): void };

export function ForgotPasswordForm({ signIn, onAsked }: Props) {
  const form = useForm({
    schema,
    initial: { email: "" },
    send: async ({ email }) => {
      await call("auth/request-password-reset", { json: { email } });
      onAsked(email);
    },
  });
  return (
    <form className="join-form" {...form.props}>
      <h1>{t`Forgot your password?`}</h1>
      <p>{t`We’ll send you a link to choose a new one.`}</p>
      <FormProblem>{form.problem}</FormProblem>
      <EmailField className="large" {...form.field("email")} />
      <SubmitButton form={form} busyMessage={t`Sending`}>{t`Send link`}</SubmitButton>
      <p className="aside">
        <Link className="link" to={signIn}>{t`Back to sign in`}</Link>
      </p>
    </form>
  );
}

/** Without a mail server, an operator creates the link and passes it on. */
export function AskOperator({ signIn, contactEmail }: { signIn: string; contactEmail: string | undefined }) {
  return (
    <div className="join-form">
      <h1>{t`Forgot your password?`}</h1>
      <p>{t`This site can’t send email, but its operator can give you a link to choose a new password. The link works once and expires after one hour.`}</p>
      <p>
        {contactEmail ? (
          <Trans>
            Write to{" "}
            <a className="link" href={`mailto:${contactEmail}`}>
              {contactEmail}
            </a>{" "}
            and include the email address you sign in with.
          </Trans>
        ) : (
          <Trans>
            Write to us on the{" "}
            <Link className="link" to="/contact">
              contact page
            </Link>{" "}
            and include the email address you sign in with.
          </Trans>
        )}
      </p>
      <p className="aside">
        <Link className="link" to={signIn}>{t`Back to sign in`}</Link>
      </p>
    </div>
  );
}
