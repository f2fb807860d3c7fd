import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { Link } from "react-router";
import { NAME_MAX } from "../../../contract/accounts.ts";
import {
  EmailField,
  LetterSent,
  NewPasswordField,
  newPassword,
  Proof,
  pickProof,
  UnlessKnown,
  useNextPage,
} from "../../features/account/index.ts";
import { signUp } from "../../features/session/index.ts";
import { RefusedCall, wordsOf } from "../../lib/http-client.ts";
import { pageServices } from "../../lib/page-context.ts";
import { describePage } from "../../lib/page-meta.ts";
import { BusyButton, FormProblem } from "../../ui/form-parts.tsx";
import { rules, z } from "../../ui/form-rules.ts";
import { TextField } from "../../ui/text-field.tsx";
import type { Route } from "./+types/signup";

export async function loader({ context }: Route.LoaderArgs) {
  return { proof: await pickProof(context.get(pageServices).catalogue) };
}

const WHAT_FOR =
  "An account keeps your documents, saved templates and history, and fills in your details for you.";

export function meta({ matches }: Route.MetaArgs) {
  const description = WHAT_FOR;
  return describePage(matches, { title: "Create account", description, path: "/signup" });
}

const schema = z.object({
  name: rules.line("Your name is missing", NAME_MAX),
  email: rules.email,
  password: newPassword,
});
type Values = z.infer<typeof schema>;
const EMPTY: Values = { name: "", email: "", password: "" };

export default function SignUp({ loaderData: { proof } }: Route.ComponentProps) {
  const { next, query } = useNextPage();
  const [problem, setProblem] = useState("");
  const [written, setWritten] = useState("");
  const [isNaming, setIsNaming] = useState(false);
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues: EMPTY, mode: "onTouched" });
  const { errors, isSubmitting } = form.formState;
  const values = useWatch({ control: form.control });

  const onSubmit = form.handleSubmit(async (given) => {
    setProblem("");
    try {
      if (!(await signUp(given))) setWritten(given.email);
    } catch (error) {
      if (error instanceof RefusedCall && /EXIST|TAKEN/.test(error.code))
        form.setError("email", { message: "There is already an account with this address" });
      else setProblem(wordsOf(error));
    }
  });

  if (written) return <LetterSent email={written} what="confirm" proof={proof} />;
  return (
    <UnlessKnown next={next}>
      <div className="wrap columns join">
        <form className="join-form" noValidate onSubmit={onSubmit}>
          <h1>Keep your work</h1>
          <p>{WHAT_FOR}</p>
          <FormProblem>{problem}</FormProblem>
          <div className="fields">
            <TextField
              label="Name"
              className="large"
              autoComplete="name"
              isLit={isNaming && proof !== undefined}
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
          <BusyButton className="primary large" isBusy={isSubmitting} busyWords="Making your account">
            Create account
          </BusyButton>
          <p className="aside">
            Have one already?{" "}
            <Link className="link" to={`/login${query}`}>
              Sign in
            </Link>
          </p>
        </form>
        {proof && <Proof proof={proof} name={values.name ?? ""} isLit={isNaming} />}
      </div>
    </UnlessKnown>
  );
}
