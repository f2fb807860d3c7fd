import { type ChangeEvent, type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { errorMessage } from "../lib/http/http-client.ts";
import type { z } from "./form-rules.ts";

type Name<Values> = keyof Values & string;
type FieldErrors<Values> = { [Each in Name<Values>]?: string };

type Options<Values, Given> = {
  schema: z.ZodType<Given, Values>;
  initial: Values;
  /** Checks a field when it is left, not only when the form is sent. */
  checksOnBlur?: boolean;
  send(given: Given): Promise<void>;
  /** What to say about a failure: above the fields, or at the fields it is about. */
  explain?(error: unknown): string | FieldErrors<Values>;
};

/** A form of text fields: `<form {...form.props}>` with `<TextField {...form.field("name")} />` for each field. */
export function useForm<Values extends Record<string, string>, Given>(options: Options<Values, Given>) {
  const { schema, initial, checksOnBlur = false, send, explain = errorMessage } = options;
  const names = Object.keys(initial) as Name<Values>[];
  const [values, setValues] = useState(initial);
  const [checked, setChecked] = useState<readonly Name<Values>[]>([]); // fields whose errors are shown
  const [refused, setRefused] = useState<FieldErrors<Values>>({});
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const ref = useRef<HTMLFormElement>(null);
  const inputs = () => [...(ref.current?.elements ?? [])] as HTMLInputElement[];
  const readTyped = (): Values => {
    const typed = inputs().filter(({ name }) => name in initial);
    return { ...values, ...Object.fromEntries(typed.map(({ name, value }) => [name, value])) };
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before the page was interactive
  useEffect(() => setValues(readTyped()), []);

  const wrong = checked.length > 0 ? findErrors(schema, values) : {};
  const field = (name: Name<Values>) => ({
    name,
    value: values[name],
    error: refused[name] ?? (checked.includes(name) ? (wrong as FieldErrors<Values>)[name] : undefined),
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setRefused((before) => ({ ...before, [name]: undefined }));
      setValues((before) => ({ ...before, [name]: target.value }));
    },
    onBlur: () => {
      if (checksOnBlur && !checked.includes(name)) setChecked([...checked, name]);
    },
  });
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const typed = readTyped();
    setValues(typed);
    setChecked(names);
    setRefused({});
    setProblem("");
    const read = schema.safeParse(typed);
    if (!read.success) {
      const errors = findErrors(schema, typed);
      return inputs()
        .find(({ name }) => name in errors)
        ?.focus();
    }
    setBusy(true);
    try {
      await send(read.data);
    } catch (error) {
      const explained = explain(error);
      if (typeof explained === "string") setProblem(explained);
      else setRefused(explained);
    }
    setBusy(false);
  };

  /** Fills in fields that are empty. */
  const suggest = useCallback(
    (some: Partial<Values>) =>
      setValues((before) => {
        const empty = Object.entries(some).filter(([name]) => !before[name]);
        return { ...before, ...Object.fromEntries(empty) };
      }),
    [],
  );

  return {
    values,
    field,
    suggest,
    problem,
    isBusy,
    isDirty: names.some((name) => values[name] !== initial[name]),
    /** Empties a field for another try. */
    retype(name: Name<Values>) {
      setValues((before) => ({ ...before, [name]: initial[name] }));
      setChecked((before) => before.filter((each) => each !== name));
      inputs()
        .find((input) => input.name === name)
        ?.focus();
    },
    reset() {
      setValues(initial);
      setChecked([]);
    },
    props: { ref, onSubmit, method: "post", noValidate: true } as const,
  };
}

/** The first thing that is wrong with each field. */
function findErrors<Values>(schema: z.ZodType<unknown, Values>, values: Values): FieldErrors<Values> {
  const issues = schema.safeParse(values).error?.issues ?? [];
  return Object.fromEntries(
    issues.reverse().map(({ path, message }) => [path[0], message]),
  ) as FieldErrors<Values>;
}
