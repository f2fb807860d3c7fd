import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import {
  Door,
  EmailField,
  LetterSent,
  OwnPasswordField,
  ownPassword,
  pickProof,
  UnlessKnown,
  useNextPage,
} from "../../features/account/index.ts";
import { currentEmail, signIn } from "../../features/session/index.ts";
import { RefusedCall, wordsOf } from "../../lib/http-client.ts";
import { pageServices } from "../../lib/page-context.ts";
import { describePage } from "../../lib/page-meta.ts";
import { BusyButton, FormProblem } from "../../ui/form-parts.tsx";
import { rules, z } from "../../ui/form-rules.ts";
import type { Route } from "./+types/login";

export async function loader({ context }: Route.LoaderArgs) {
  return { proof: await pickProof(context.get(pageServices).catalogue) };
}

export function meta({ matches }: Route.MetaArgs) {
  const description = "Sign in to find your documents, your saved templates, your history and your profile.";
  return describePage(matches, { title: "Sign in", description, path: "/login" });
}

const schema = z.object({
  email: rules.email,
  password: ownPassword,
});
type Values = z.infer<typeof schema>;

export default function SignIn({ loaderData: { proof } }: Route.ComponentProps) {
  const { next, query, email } = useNextPage();
  const [problem, setProblem] = useState("");
  const [written, setWritten] = useState("");
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
      if (error instanceof RefusedCall && error.code === "EMAIL_NOT_VERIFIED") return setWritten(given.email);
      resetField("password");
      setFocus("password");
      const isWrong = error instanceof RefusedCall && error.status === 401;
      setProblem(isWrong ? "E-mail and password do not fit together." : wordsOf(error));
    }
  });

  if (written) return <LetterSent email={written} what="confirm" proof={proof} />;
  return (
    <UnlessKnown next={next}>
      <Door proof={proof}>
        <form className="join-form" noValidate onSubmit={onSubmit}>
          <h1>Sign in</h1>
          <FormProblem>{problem}</FormProblem>
          <div className="fields">
            <EmailField className="large" error={errors.email?.message} {...register("email")} />
            <OwnPasswordField className="large" error={errors.password?.message} {...register("password")} />
          </div>
          <BusyButton className="primary large" isBusy={isSubmitting} busyWords="Signing in">
            Sign in
          </BusyButton>
          <p className="aside field-line">
            <Link className="link" to="/forgot-password">
              Forgot the password?
            </Link>
            <Link className="link" to={`/signup${query}`}>
              Create account
            </Link>
          </p>
        </form>
      </Door>
    </UnlessKnown>
  );
}
