import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import { call, wordsOf } from "../../lib/http-client.ts";
import { BusyButton, FormProblem } from "../../ui/form-parts.tsx";
import { rules, z } from "../../ui/form-rules.ts";
import { TextArea, TextField } from "../../ui/text-field.tsx";
import { useShownProfile } from "../profile/index.ts";

const schema = z.object({
  name: rules.line("Your name is missing", 200),
  email: rules.email,
  subject: rules.line("What is it about?", 200),
  message: rules.text("Your message is missing", 10_000),
  website: z.string(),
});
type Values = z.infer<typeof schema>;
const EMPTY: Values = { name: "", email: "", subject: "", message: "", website: "" };

/** A form that writes to the people who run the library. */
export function ContactForm() {
  const [problem, setProblem] = useState("");
  const [answerTo, setAnswerTo] = useState("");
  const profile = useShownProfile();
  const form = useForm<Values>({ resolver: zodResolver(schema), defaultValues: EMPTY, mode: "onTouched" });
  const { register, handleSubmit, getValues, setValue, formState } = form;
  const { errors, isSubmitting } = formState;

  useEffect(() => {
    if (!profile) return;
    if (!getValues("name")) setValue("name", profile.name);
    if (!getValues("email")) setValue("email", profile.email);
  }, [profile, getValues, setValue]);

  const onSubmit = handleSubmit(async ({ website, ...message }) => {
    setProblem("");
    try {
      // Nobody sees the field "website": whoever fills it in is a machine, and the server is told.
      await call("items/contact_messages", { json: website ? { ...message, website } : message });
      setAnswerTo(message.email);
    } catch (error) {
      setProblem(wordsOf(error));
    }
  });

  if (answerTo)
    return (
      <div className="wrap columns join">
        <div className="join-form">
          <h1>Message kept</h1>
          <p role="status">Thank you. Whoever runs this library will answer to {answerTo}.</p>
          <Link className="button large" to="/templates">
            Back to the templates
          </Link>
        </div>
      </div>
    );
  return (
    <div className="wrap columns join">
      <form className="join-form wide" noValidate onSubmit={onSubmit}>
        <h1>Write to us</h1>
        <p>A question, a fault, a template you miss: it reaches the people who run this library.</p>
        <FormProblem>{problem}</FormProblem>
        <div className="fields">
          <TextField label="Name" autoComplete="name" error={errors.name?.message} {...register("name")} />
          <TextField
            label="E-mail"
            type="email"
            autoComplete="email"
            hint="Where the answer goes."
            error={errors.email?.message}
            {...register("email")}
          />
          <TextField label="About" error={errors.subject?.message} {...register("subject")} />
          <TextArea label="Message" rows={8} error={errors.message?.message} {...register("message")} />
          <div className="trap" aria-hidden="true">
            <label>
              Leave this empty
              <input type="text" tabIndex={-1} autoComplete="off" {...register("website")} />
            </label>
          </div>
        </div>
        <BusyButton className="primary large" isBusy={isSubmitting} busyWords="Sending">
          Send the message
        </BusyButton>
      </form>
      <BeforeYouWrite />
    </div>
  );
}

/** What can be done at once, without waiting for anybody. */
function BeforeYouWrite() {
  return (
    <aside className="beside" aria-labelledby="before-you-write">
      <h2 id="before-you-write">Before you write</h2>
      <dl className="rows">
        <div>
          <dt>A fault</dt>
          <dd>Say which template it was and what you typed: then it can be seen again.</dd>
        </div>
        <div>
          <dt>A template</dt>
          <dd>Say what it is for and on which paper.</dd>
        </div>
        <div>
          <dt>A password</dt>
          <dd>
            <Link className="link" to="/forgot-password">
              Ask for a link
            </Link>{" "}
            and choose a new one.
          </dd>
        </div>
        <div>
          <dt>Your data</dt>
          <dd>
            <Link className="link" to="/dashboard/account">
              Your account
            </Link>{" "}
            hands out all of it, and deletes it.
          </dd>
        </div>
        <div>
          <dt>A program</dt>
          <dd>
            <Link className="link" to="/docs/api">
              The API
            </Link>{" "}
            takes JSON and answers with the same PDF.
          </dd>
        </div>
      </dl>
    </aside>
  );
}
