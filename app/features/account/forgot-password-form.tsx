import { Link } from "react-router";
import { call } from "../../lib/http/http-client.ts";
import { Button } from "../../ui/button.tsx";
import { FormProblem } from "../../ui/form-parts.tsx";
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
      <h1>Forgot it?</h1>
      <p>We send you a link to choose a new password.</p>
      <FormProblem>{form.problem}</FormProblem>
      <EmailField className="large" {...form.field("email")} />
      <Button
        type="submit"
        variant="primary"
        size="large"
        isBusy={form.isBusy}
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
