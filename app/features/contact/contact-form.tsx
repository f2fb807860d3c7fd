import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { call, errorMessage } from "../../lib/http-client.ts";
import { Button } from "../../ui/button.tsx";
import { FormProblem } from "../../ui/form-parts.tsx";
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

/** `onSent` is told where the answer will go. */
export function ContactForm({ onSent }: { onSent(email: string): void }) {
  const [problem, setProblem] = useState("");
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
      onSent(message.email);
    } catch (error) {
      setProblem(errorMessage(error));
    }
  });

  return (
    <form className="join-form wide" method="post" noValidate onSubmit={onSubmit}>
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
      <Button type="submit" variant="primary" size="large" isBusy={isSubmitting} busyMessage="Sending">
        Send the message
      </Button>
    </form>
  );
}
