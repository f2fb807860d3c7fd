import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { NAME_MAX } from "../../../contract/limits.ts";
import { errorMessage, RefusedCall } from "../../lib/http/http-client.ts";
import { FormProblem, SubmitButton } from "../../ui/form-parts.tsx";
import { rules, z } from "../../ui/form-rules.ts";
import { TextField } from "../../ui/text-field.tsx";
import { useForm } from "../../ui/use-form.ts";
import { signUp } from "../session/index.ts";
import { SamplePreview, type SampleTemplate } from "./account-page.tsx";
import { EmailField, NewPasswordField, newPassword, withTypedLength } from "./fields.tsx";

const schema = z.object({
  name: rules.line(() => t`Enter your name`, NAME_MAX),
  email: rules.email,
  password: newPassword,
});
const EMPTY = { name: "", email: "", password: "" };

type Props = {
  /** Another way to an account, above the fields. */
  issuer?: ReactNode;
  lead: string;
  sample: SampleTemplate | undefined;
  /** Address of the form for those who have an account. */
  signIn: string;
  /** The account is made; its address has to be confirmed first. */
  onUnconfirmed(email: string): void;
};

/** Shows the typed name on a real page next to the form. */
export function SignUpForm({ issuer, lead, sample, signIn, onUnconfirmed }: Props) {
  const [isNaming, setIsNaming] = useState(false);
  const form = useForm({
    schema,
    initial: EMPTY,
    checksOnBlur: true,
    send: async (given) => {
      if (!(await signUp(given))) onUnconfirmed(given.email);
    },
    explain: (error) =>
      error instanceof RefusedCall && /EXIST|TAKEN/.test(error.code)
        ? { email: t`There’s already an account with this address` }
        : errorMessage(error),
  });
  const name = form.field("name");
  const password = form.field("password");

  return (
    <div className="wrap columns join">
      <form className="join-form" {...form.props}>
        <h1>{t`Create account`}</h1>
        <p>{lead}</p>
        {issuer}
        <FormProblem>{form.problem}</FormProblem>
        <div className="fields">
          <TextField
            label={t`Name`}
            className="large"
            autoComplete="name"
            isHighlighted={isNaming && sample !== undefined}
            {...name}
            onFocus={() => setIsNaming(true)}
            onBlur={() => {
              setIsNaming(false);
              name.onBlur();
            }}
          />
          <EmailField className="large" {...form.field("email")} />
          <NewPasswordField
            label={t`Password`}
            className="large"
            {...password}
            error={withTypedLength(password.error, password.value.length)}
          />
        </div>
        <SubmitButton form={form} busyMessage={t`Creating account`}>{t`Create account`}</SubmitButton>
        <p className="aside">
          <Trans>
            By creating an account, you accept the{" "}
            <Link className="link" to="/terms">
              terms
            </Link>
            . The{" "}
            <Link className="link" to="/privacy">
              privacy notice
            </Link>{" "}
            explains what data is stored.
          </Trans>
        </p>
        <p className="aside">
          <Trans>
            Already have an account?{" "}
            <Link className="link" to={signIn}>
              Sign in
            </Link>
          </Trans>
        </p>
      </form>
      {sample && <SamplePreview sample={sample} name={form.values.name} isHighlighted={isNaming} />}
    </div>
  );
}
