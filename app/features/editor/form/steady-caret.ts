import { type RefObject, type SyntheticEvent, useLayoutEffect, useRef } from "react";

type TextInput = HTMLInputElement | HTMLTextAreaElement;
type CaretProps<Input> = {
  ref: RefObject<Input | null>;
  onSelect(event: SyntheticEvent<Input>): void;
  onInput(event: SyntheticEvent<Input>): void;
};

/** Restores the caret when the text is changed from outside, for example by undo: browsers move it to the end. */
export function useSteadyCaret<Input extends TextInput>(value: string): CaretProps<Input> {
  const ref = useRef<Input>(null);
  const last = useRef({ value, start: 0, end: 0 });
  const typed = useRef<string>(undefined);
  useLayoutEffect(() => {
    const input = ref.current;
    const { value: before, start, end } = last.current;
    if (input && document.activeElement === input && typed.current !== value && before !== value) {
      input.setSelectionRange(caretAfter(before, value, start), caretAfter(before, value, end));
    }
    typed.current = undefined;
    last.current.value = value;
  }, [value]);
  const remember = (input: Input) => {
    last.current.start = input.selectionStart ?? 0;
    last.current.end = input.selectionEnd ?? 0;
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

/** The caret's position in the new text: before the same following text if it is still there, otherwise at the same offset. */
export function caretAfter(before: string, after: string, caret: number): number {
  const behind = before.slice(caret);
  return after.endsWith(behind) ? after.length - behind.length : Math.min(caret, after.length);
}
