import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import { Door, EmailField, LetterSent, pickProof } from "../../features/account/index.ts";
import { call, wordsOf } from "../../lib/http-client.ts";
import { pageServices } from "../../lib/page-context.ts";
import { describePage } from "../../lib/page-meta.ts";
import { BusyButton, FormProblem } from "../../ui/form-parts.tsx";
import { rules, z } from "../../ui/form-rules.ts";
import type { Route } from "./+types/forgot-password";

export async function loader({ context }: Route.LoaderArgs) {
  const { sendsMail, contactEmail, catalogue } = context.get(pageServices);
  return { sendsMail, contactEmail, proof: await pickProof(catalogue) };
}

export function meta({ matches }: Route.MetaArgs) {
  const description = "Ask for a link to choose a new password.";
  return describePage(matches, { title: "Forgotten password", description, path: "/forgot-password" });
}

const schema = z.object({ email: rules.email });
type Values = z.infer<typeof schema>;

export default function ForgotPassword({ loaderData }: Route.ComponentProps) {
  const { sendsMail, contactEmail, proof } = loaderData;
  const [problem, setProblem] = useState("");
  const [asked, setAsked] = useState("");
  const { register, handleSubmit, formState } = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { email: "" },
  });
  const onSubmit = handleSubmit(async ({ email }) => {
    setProblem("");
    try {
      await call("auth/request-password-reset", { json: { email } });
      setAsked(email);
    } catch (error) {
      setProblem(wordsOf(error));
    }
  });
  if (asked && sendsMail) return <LetterSent email={asked} what="reset" proof={proof} />;
  return (
    <Door proof={proof}>
      {asked ? (
        <AskSomebody email={asked} contactEmail={contactEmail} />
      ) : (
        <form className="join-form" noValidate onSubmit={onSubmit}>
          <h1>Forgot it?</h1>
          <p>
            {sendsMail
              ? "We send you a link to choose a new password."
              : "This library sends no mail: whoever runs it hands you a link to choose a new password."}
          </p>
          <FormProblem>{problem}</FormProblem>
          <EmailField className="large" error={formState.errors.email?.message} {...register("email")} />
          <BusyButton className="primary large" isBusy={formState.isSubmitting} busyWords="Asking for a link">
            Ask for a link
          </BusyButton>
          <p className="aside">
            <Link className="link" to="/login">
              Back to signing in
            </Link>
          </p>
        </form>
      )}
    </Door>
  );
}

/** Without a mail server the link is with the operator. */
function AskSomebody({ email, contactEmail }: { email: string; contactEmail: string | undefined }) {
  return (
    <div className="join-form">
      <h1>Ask for your link</h1>
      <p role="status">
        If there is an account with {email}, whoever runs this library now has a link for you. It works once,
        within the hour.
      </p>
      <p>
        {contactEmail ? (
          <>
            Write to{" "}
            <a className="link" href={`mailto:${contactEmail}`}>
              {contactEmail}
            </a>
            .
          </>
        ) : (
          <>
            Tell them through the{" "}
            <Link className="link" to="/contact">
              contact page
            </Link>
            , or however you know them.
          </>
        )}
      </p>
    </div>
  );
}
