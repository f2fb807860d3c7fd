import check from "virtual:icon/check";
import clock from "virtual:icon/clock";
import lock from "virtual:icon/lock";
import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { LIBRARY_NAME_MAX, NAME_MAX, PASSWORD_MIN } from "../../../contract/limits.ts";
import type { SetupOffer, SetValue } from "../../../contract/site.ts";
import { EmailField, newPassword, readToken } from "../../features/account/index.ts";
import { rememberPerson } from "../../features/session/index.ts";
import { offerFirstSteps } from "../../features/studio/first-steps/index.ts";
import { call, errorMessage, RefusedCall } from "../../lib/http-client.ts";
import { Button } from "../../ui/button.tsx";
import { FormProblem } from "../../ui/form-parts.tsx";
import { emailProblem, rules, z } from "../../ui/form-rules.ts";
import { Icon } from "../../ui/icon.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { FirstPage, type FirstPageProps } from "./first-page.tsx";

const library = {
  libraryName: rules.line("The library needs a name", LIBRARY_NAME_MAX),
  contactEmail: z
    .string()
    .trim()
    .refine(
      (given) => given === "" || !emailProblem(given),
      "An address, as in post@larnes.example, or nothing",
    ),
};
const forNewcomer = z.object({
  ...library,
  name: rules.line("Your name is missing", NAME_MAX),
  email: rules.email,
  password: newPassword,
});
/** Whoever is signed in has said who they are. */
const forPerson = z.object({ ...library, name: z.string(), email: z.string(), password: z.string() });
type Values = z.infer<typeof forNewcomer>;

type Props = Pick<FirstPageProps, "row" | "count"> & { offer: SetupOffer; onDead(): void };

/** Who runs the library and what it is called, beside the first page, which says it while it is typed. */
export function SetupForm({ offer, row, count, onDead }: Props) {
  const [problem, setProblem] = useState("");
  const [lit, setLit] = useState<"name" | "contact">();
  const { register, control, handleSubmit, setError, formState } = useForm<Values>({
    resolver: zodResolver(offer.person ? forPerson : forNewcomer),
    defaultValues: {
      libraryName: offer.libraryName.value,
      contactEmail: offer.contactEmail.value,
      name: "",
      email: "",
      password: "",
    },
  });
  const { errors, isSubmitting } = formState;
  const values = useWatch({ control });
  const length = values.password?.length ?? 0;

  const onSubmit = handleSubmit(async ({ libraryName, contactEmail, ...person }) => {
    setProblem("");
    try {
      const about = offer.person ? {} : person;
      const answer = await call("auth/setup", {
        json: { token: readToken(), libraryName, contactEmail, ...about },
        isPublic: true,
      });
      const { user }: { user: { email: string } } = await answer.json();
      rememberPerson(user.email);
      // Loaded anew, because the name of the library stands in every part of a page that is open.
      offerFirstSteps();
      location.assign("/studio");
    } catch (error) {
      if (error instanceof RefusedCall && error.code === "INVALID_TOKEN") onDead();
      else if (error instanceof RefusedCall && error.code === "EMAIL_TAKEN")
        setError("email", {
          message: "There is an account with this address: sign in, and open the link again",
        });
      else setProblem(errorMessage(error));
    }
  });

  return (
    <>
      <form className="join-form" method="post" noValidate onSubmit={onSubmit}>
        <h1>Open the library</h1>
        <p>Nobody runs this library yet. Whoever fills this in does.</p>
        <FormProblem>{problem}</FormProblem>
        <fieldset>
          <legend>You</legend>
          {offer.person ? (
            <p className="setup-person">
              Signed in as <strong>{offer.person.name}</strong>, {offer.person.email}
            </p>
          ) : (
            <>
              <div className="setup-two">
                <TextField
                  label="Name"
                  autoComplete="name"
                  error={errors.name?.message}
                  {...register("name")}
                />
                <EmailField error={errors.email?.message} {...register("email")} />
              </div>
              <TextField
                label="Password"
                type="password"
                autoComplete="new-password"
                hint={
                  length < PASSWORD_MIN ? (
                    `At least ${PASSWORD_MIN} characters. Any words you like.`
                  ) : (
                    <WithIcon of={check}>{length} characters</WithIcon>
                  )
                }
                error={errors.password?.message && `${errors.password.message}; you have ${length}.`}
                {...register("password")}
              />
            </>
          )}
        </fieldset>
        <fieldset>
          <legend>The library</legend>
          <TextField
            label="What it is called"
            maxLength={LIBRARY_NAME_MAX}
            isLit={lit === "name"}
            error={errors.libraryName?.message}
            {...readOnlyWhenSet(offer.libraryName)}
            onFocus={() => setLit("name")}
            {...register("libraryName", { onBlur: () => setLit(undefined) })}
          />
          <TextField
            label="Whom people write to"
            type="email"
            autoComplete="off"
            isLit={lit === "contact"}
            error={errors.contactEmail?.message}
            hint="An e-mail address, shown where people need help. May stay empty: then there is the contact page."
            {...readOnlyWhenSet(offer.contactEmail)}
            onFocus={() => setLit("contact")}
            {...register("contactEmail", { onBlur: () => setLit(undefined) })}
          />
        </fieldset>
        <Button
          type="submit"
          variant="primary"
          size="large"
          isBusy={isSubmitting}
          busyMessage="Opening the library"
        >
          Open the library
        </Button>
        <p className="setup-once">
          <WithIcon of={clock}>
            This link works once. While nobody runs the library, each start makes a new one.
          </WithIcon>
        </p>
      </form>
      <FirstPage
        name={values.libraryName?.trim() || offer.libraryName.value}
        contact={values.contactEmail?.trim() ?? ""}
        lit={lit}
        row={row}
        count={count}
      />
    </>
  );
}

/** What the environment says can't be changed here; it is shown with where it can. */
function readOnlyWhenSet({ setBy }: SetValue) {
  if (!setBy) return {};
  return {
    readOnly: true,
    className: "set-elsewhere",
    hint: <WithIcon of={lock}>Set by {setBy} where the server was started; change it there</WithIcon>,
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
