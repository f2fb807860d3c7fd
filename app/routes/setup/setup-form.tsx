import check from "virtual:icon/check";
import clock from "virtual:icon/clock";
import lock from "virtual:icon/lock";
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { LIBRARY_NAME_MAX, NAME_MAX, PASSWORD_MIN } from "../../../contract/limits.ts";
import type { SetupOffer, SetValue } from "../../../contract/site/site.ts";
import { EmailField, newPassword, readToken, withTypedLength } from "../../features/account/index.ts";
import { rememberSignIn } from "../../features/session/index.ts";
import { offerFirstSteps } from "../../features/studio/first-steps/index.ts";
import { call, errorMessage, RefusedCall } from "../../lib/http/http-client.ts";
import { inPageLanguage } from "../../lib/i18n/addresses.ts";
import { Button } from "../../ui/button.tsx";
import { FormProblem } from "../../ui/form-parts.tsx";
import { emailProblem, rules, z } from "../../ui/form-rules.ts";
import { Icon } from "../../ui/icon.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useForm } from "../../ui/use-form.ts";
import { FirstPage, type FirstPageProps } from "./first-page.tsx";
import styles from "./setup.module.css";

const library = {
  libraryName: rules.line(() => t`Enter a name for the library`, LIBRARY_NAME_MAX),
  contactEmail: z
    .string()
    .trim()
    .refine((given) => given === "" || !emailProblem(given), {
      error: () => t`Enter an email address, such as post@larnes.example, or leave this empty`,
    }),
};
const forNewcomer = z.object({
  ...library,
  name: rules.line(() => t`Enter your name`, NAME_MAX),
  email: rules.email,
  password: newPassword,
});
/** A signed-in person needs no account fields. */
const forPerson = z.object({ ...library, name: z.string(), email: z.string(), password: z.string() });

type Props = Pick<FirstPageProps, "row" | "count"> & { offer: SetupOffer; onDead(): void };

/** The operator account and the library's name, next to a live preview of the home page. */
export function SetupForm({ offer, row, count, onDead }: Props) {
  const [highlighted, setHighlighted] = useState<"name" | "contact">();
  const form = useForm({
    schema: offer.person ? forPerson : forNewcomer,
    initial: {
      libraryName: offer.libraryName.value,
      contactEmail: offer.contactEmail.value,
      name: "",
      email: "",
      password: "",
    },
    send: async ({ libraryName, contactEmail, ...person }) => {
      const about = offer.person ? {} : person;
      const answer = await call("auth/setup", {
        json: { token: readToken(), libraryName, contactEmail, ...about },
        isPublic: true,
      });
      const { user }: { user: { email: string } } = await answer.json();
      rememberSignIn(user.email);
      // A full load, because the library's name is in every part of an open page.
      offerFirstSteps();
      location.assign(inPageLanguage("/studio"));
    },
    explain: (error) => {
      const code = error instanceof RefusedCall ? error.code : "";
      if (code === "INVALID_TOKEN") onDead();
      if (code === "EMAIL_TAKEN")
        return { email: t`There’s already an account with this address. Sign in and open the link again.` };
      return errorMessage(error);
    },
  });
  const { values } = form;
  const password = form.field("password");
  const length = password.value.length;

  return (
    <>
      <form className="join-form" {...form.props}>
        <h1>{t`Set up the library`}</h1>
        <p>{t`Create the first operator account and name the library.`}</p>
        <FormProblem>{form.problem}</FormProblem>
        <fieldset>
          <legend>{t`Your account`}</legend>
          {offer.person ? (
            <SignedIn {...offer.person} />
          ) : (
            <>
              <div className={styles.setupTwo}>
                <TextField label={t`Name`} autoComplete="name" {...form.field("name")} />
                <EmailField {...form.field("email")} />
              </div>
              <TextField
                label={t`Password`}
                type="password"
                autoComplete="new-password"
                hint={
                  length < PASSWORD_MIN ? (
                    plural(PASSWORD_MIN, {
                      one: "At least # character. A few random words work well.",
                      other: "At least # characters. A few random words work well.",
                    })
                  ) : (
                    <WithIcon of={check}>
                      {plural(length, { one: "# character", other: "# characters" })}
                    </WithIcon>
                  )
                }
                {...password}
                error={withTypedLength(password.error, length)}
              />
            </>
          )}
        </fieldset>
        <fieldset>
          <legend>{t`Library`}</legend>
          <TextField
            label={t`Library name`}
            maxLength={LIBRARY_NAME_MAX}
            isHighlighted={highlighted === "name"}
            {...form.field("libraryName")}
            {...readOnlyWhenSet(offer.libraryName)}
            onFocus={() => setHighlighted("name")}
            onBlur={() => setHighlighted(undefined)}
          />
          <TextField
            label={t`Contact email address`}
            type="email"
            autoComplete="off"
            isHighlighted={highlighted === "contact"}
            hint={t`Optional. Shown where people need help; otherwise they use the contact page.`}
            {...form.field("contactEmail")}
            {...readOnlyWhenSet(offer.contactEmail)}
            onFocus={() => setHighlighted("contact")}
            onBlur={() => setHighlighted(undefined)}
          />
        </fieldset>
        <Button
          type="submit"
          variant="primary"
          size="large"
          isBusy={form.isBusy}
          busyMessage={t`Setting up`}
        >{t`Finish setup`}</Button>
        <p className={styles.setupOnce}>
          <WithIcon
            of={clock}
          >{t`This link works once. Until the library is set up, the server creates a new link each time it starts.`}</WithIcon>
        </p>
      </form>
      <FirstPage
        name={values.libraryName.trim() || offer.libraryName.value}
        contact={values.contactEmail.trim()}
        highlighted={highlighted}
        row={row}
        count={count}
      />
    </>
  );
}

function SignedIn({ name, email }: { name: string; email: string }) {
  return (
    <p className={styles.setupPerson}>
      <Trans>
        Signed in as <strong>{name}</strong>, {email}
      </Trans>
    </p>
  );
}

/** Values set by environment variables are read-only here. */
function readOnlyWhenSet({ setBy }: SetValue) {
  if (!setBy) return {};
  return {
    readOnly: true,
    className: styles.setElsewhere,
    hint: (
      <WithIcon of={lock}>
        <Trans>Set by {setBy} on the server. Change it there.</Trans>
      </WithIcon>
    ),
  };
}

function WithIcon({ of, children }: { of: string; children: ReactNode }) {
  return (
    <>
      <Icon of={of} />
      <span>{children}</span>
    </>
  );
}
