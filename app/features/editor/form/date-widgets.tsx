import type { WidgetProps } from "@rjsf/utils";
import { readableDate } from "./date-text.ts";
import { useInputProps } from "./field-notes.ts";
import { text, useSampleText } from "./text-widget.tsx";

export function DateWidget(props: WidgetProps) {
  return <PickedWidget {...props} type="date" sample={readableDate(useSampleText(props.id))} />;
}

export function TimeWidget(props: WidgetProps) {
  // The browser wants two digits; the template takes "9:30" too.
  return (
    <PickedWidget
      {...props}
      type="time"
      value={twoDigits(text(props.value))}
      sample={useSampleText(props.id)}
    />
  );
}

/** The browser's own pickers have no placeholder; the sample stands over the empty one until it is used. */
function PickedWidget({ type, sample, ...props }: WidgetProps & { type: "date" | "time"; sample: string }) {
  const { value, onChange } = props;
  const input = useInputProps(props as WidgetProps);
  const isEmpty = text(value) === "";
  return (
    <span className={isEmpty && sample ? "picked empty" : "picked"} data-sample={sample}>
      <input
        {...input}
        className="input num"
        type={type}
        value={text(value)}
        onChange={(event) => onChange(event.target.value || undefined)}
      />
    </span>
  );
}

function twoDigits(time: string): string {
  return /^\d:/.test(time) ? `0${time}` : time;
}
