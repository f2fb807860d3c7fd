import { t } from "@lingui/core/macro";
import { useEffect } from "react";
import { call } from "../../lib/http/http-client.ts";
import { FormProblem, SubmitButton } from "../../ui/form-parts.tsx";
import { rules, z } from "../../ui/form-rules.ts";
import { TextArea, TextField } from "../../ui/text-field.tsx";
import { useForm } from "../../ui/use-form.ts";
import { useShownProfile } from "../profile/index.ts";

const schema = z.object({
  name: rules.line(() => t`Enter your name`, 200),
  email: rules.email,
  subject: rules.line(() => t`Enter a subject`, 200),
  message: rules.text(() => t`Enter your message`, 10_000),
  website: z.string(),
});
const EMPTY = { name: "", email: "", subject: "", message: "", website: "" };

/** `onSent` gets the address for the reply. */
export function ContactForm({ onSent }: { onSent(email: string): void }) {
  const profile = useShownProfile();
  const form = useForm({
    schema,
    initial: EMPTY,
    checksOnBlur: true,
    send: async ({ website, ...message }) => {
      // The field "website" is hidden, so only bots fill it in; the server rejects those messages.
      await call("items/contact_messages", { json: website ? { ...message, website } : message });
      onSent(message.email);
    },
  });
  const { suggest } = form;
  useEffect(() => {
    if (profile) suggest({ name: profile.name, email: profile.email });
  }, [profile, suggest]);

  const { error: _, ...trap } = form.field("website");
  return (
    <form className="join-form wide" {...form.props}>
      <h1>{t`Contact us`}</h1>
      <p>{t`Ask a question, report a problem or request a template. Your message goes to the operator of this site.`}</p>
      <FormProblem>{form.problem}</FormProblem>
      <div className="fields">
        <TextField label={t`Name`} autoComplete="name" {...form.field("name")} />
        <TextField
          label={t`Email`}
          type="email"
          autoComplete="email"
          hint={t`We’ll reply to this address.`}
          {...form.field("email")}
        />
        <TextField label={t`Subject`} {...form.field("subject")} />
        <TextArea label={t`Message`} rows={8} {...form.field("message")} />
        <div className="trap" aria-hidden="true">
          <label>
            {t`Leave this empty`}
            <input type="text" tabIndex={-1} autoComplete="off" {...trap} />
          </label>
        </div>
      </div>
      <SubmitButton form={form} busyMessage={t`Sending`}>{t`Send message`}</SubmitButton>
    </form>
  );
}
