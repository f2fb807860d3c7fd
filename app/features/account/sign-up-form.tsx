import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { Link } from "react-router";
import { NAME_MAX } from "../../../contract/limits.ts";
import { errorMessage, RefusedCall } from "../../lib/http-client.ts";
import { Button } from "../../ui/button.tsx";
import { FormProblem } from "../../ui/form-parts.tsx";
import { rules, z } from "../../ui/form-rules.ts";
import { TextField } from "../../ui/text-field.tsx";
import { signUp } from "../session/index.ts";
import { SamplePreview, type SampleTemplate } from "./account-page.tsx";
import { EmailField, NewPasswordField, newPassword } from "./fields.tsx";

const schema = z.object({
  name: rules.line("Your name is missing", NAME_MAX),
  email: rules.email,
  password: newPassword,
});
type Values = z.infer<typeof schema>;
const EMPTY: Values = { name: "", email: "", password: "" };

type Props = {
  lead: string;
  sample: SampleTemplate | undefined;
  /** Address of the form for those who have an account. */
  signIn: string;
  /** The account is made; its address has to be confirmed first. */
  onUnconfirmed(email: string): void;
};

/** The name that is typed stands on a real page beside the form. */
export function SignUpForm({ lead, sample, signIn, onUnconfirmed }: Props) {
  const [problem, setProblem] = useState("");
  const [isNaming, setIsNaming] = useState(false);
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues: EMPTY, mode: "onTouched" });
  const { errors, isSubmitting } = form.formState;
  const values = useWatch({ control: form.control });

  const onSubmit = form.handleSubmit(async (given) => {
    setProblem("");
    try {
      if (!(await signUp(given))) onUnconfirmed(given.email);
    } catch (error) {
      if (error instanceof RefusedCall && /EXIST|TAKEN/.test(error.code))
        form.setError("email", { message: "There is already an account with this address" });
      else setProblem(errorMessage(error));
    }
  });

  return (
    <div className="wrap columns join">
      <form className="join-form" method="post" noValidate onSubmit={onSubmit}>
        <h1>Keep your work</h1>
        <p>{lead}</p>
        <FormProblem>{problem}</FormProblem>
        <div className="fields">
          <TextField
            label="Name"
            className="large"
            autoComplete="name"
            isLit={isNaming && sample !== undefined}
            error={errors.name?.message}
            onFocus={() => setIsNaming(true)}
            {...form.register("name", { onBlur: () => setIsNaming(false) })}
          />
          <EmailField className="large" error={errors.email?.message} {...form.register("email")} />
          <NewPasswordField
            label="Password"
            className="large"
            error={
              errors.password?.message &&
              `${errors.password.message}; you have ${values.password?.length ?? 0}.`
            }
            {...form.register("password")}
          />
        </div>
        <Button
          type="submit"
          variant="primary"
          size="large"
          isBusy={isSubmitting}
          busyMessage="Making your account"
        >
          Create account
        </Button>
        <p className="aside">
          With an account you accept the{" "}
          <Link className="link" to="/terms">
            terms
          </Link>
          . What is kept of you stands under{" "}
          <Link className="link" to="/privacy">
            privacy
          </Link>
          .
        </p>
        <p className="aside">
          Have one already?{" "}
          <Link className="link" to={signIn}>
            Sign in
          </Link>
        </p>
      </form>
      {sample && <SamplePreview sample={sample} name={values.name ?? ""} isLit={isNaming} />}
    </div>
  );
}
