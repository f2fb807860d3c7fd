import { type RefObject, type SyntheticEvent, useLayoutEffect, useRef } from "react";

type TextInput = HTMLInputElement | HTMLTextAreaElement;
type CaretProps<Input> = {
  ref: RefObject<Input | null>;
  onSelect(event: SyntheticEvent<Input>): void;
  onInput(event: SyntheticEvent<Input>): void;
};

/** Keeps the caret where it was when the text under it is changed from outside, by an undo for example: browsers put it at the end. */
export function useSteadyCaret<Input extends TextInput>(value: string): CaretProps<Input> {
  const ref = useRef<Input>(null);
  const place = useRef({ start: 0, end: 0 });
  const typed = useRef<string>(undefined);
  useLayoutEffect(() => {
    const input = ref.current;
    if (!input || document.activeElement !== input) return;
    if (typed.current !== value) {
      const { start, end } = place.current;
      input.setSelectionRange(Math.min(start, value.length), Math.min(end, value.length));
    }
    typed.current = undefined;
  }, [value]);
  const remember = (input: Input) => {
    place.current = { start: input.selectionStart ?? 0, end: input.selectionEnd ?? 0 };
  };
  return {
    ref,
    onSelect: ({ currentTarget }) => remember(currentTarget),
    onInput: ({ currentTarget }) => {
      typed.current = currentTarget.value;
      remember(currentTarget);
    },
  };
}
