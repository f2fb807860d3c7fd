import { RangeSet, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  GutterMarker,
  gutter,
  WidgetType,
} from "@codemirror/view";
import { t } from "@lingui/core/macro";
import type { DraftDiagnostic } from "../../../../../contract/templates/drafts.ts";
import { plainFault } from "../checks/plain-fault.ts";
import { offsetAt } from "./code-view.ts";

/** A button in the message of a fault; `code` is the part of its label that is code. */
type FaultAction = { label: string; code?: string; run(): void };
export type Fault = DraftDiagnostic & { about?: string; actions: FaultAction[] };

type Placed = { fault: Fault; from: number; to: number };
type Faults = { placed: readonly Placed[]; shown: DecorationSet };

export const setFaults = StateEffect.define<readonly Fault[]>();

/** Underlines faults. The message of the first error is open below its line; others open when the cursor is there. */
export const sourceFaults = StateField.define<Faults>({
  create: () => ({ placed: [], shown: Decoration.none }),
  update({ placed, shown }, { changes, docChanged, selection, effects, state }) {
    let next = placed;
    if (docChanged)
      next = placed.map(({ fault, from, to }) => ({
        fault,
        from: changes.mapPos(from),
        to: changes.mapPos(to, 1),
      }));
    for (const effect of effects)
      if (effect.is(setFaults))
        next = effect.value.map((fault) => {
          const from = offsetAt(state, fault.line, fault.column);
          const end =
            fault.endLine === undefined
              ? undefined
              : offsetAt(state, fault.endLine, fault.endColumn ?? fault.column);
          const line = state.doc.lineAt(from);
          const to = Math.min(line.to, Math.max(end ?? line.to, from + 1));
          return { fault, from: from === line.to ? line.from : from, to };
        });
    if (next === placed && !selection) return { placed, shown };
    return { placed: next, shown: decorate(next, state) };
  },
  provide: (field) => [
    EditorView.decorations.from(field, ({ shown }) => shown),
    gutter({
      class: "cm-faults",
      markers: (view) => {
        const { placed } = view.state.field(field);
        return RangeSet.of(
          placed.map(({ fault, from }) =>
            (fault.severity === "error" ? DOT : TRIANGLE).range(view.state.doc.lineAt(from).from),
          ),
          true,
        );
      },
    }),
  ],
});

type State = EditorView["state"];

function decorate(placed: readonly Placed[], state: State): DecorationSet {
  const here = state.doc.lineAt(state.selection.main.head).number;
  const first = placed.find(({ fault }) => fault.severity === "error");
  const ranges = placed.flatMap((each) => {
    const { fault, from, to } = each;
    const line = state.doc.lineAt(from);
    const mark = Decoration.mark({ class: `cm-fault-${fault.severity}` });
    const isOpen = each === first || line.number === here;
    const message = Decoration.widget({ widget: new Message(fault), block: true, side: 1 });
    return [...(from < to ? [mark.range(from, to)] : []), ...(isOpen ? [message.range(line.to)] : [])];
  });
  return RangeSet.of(ranges, true);
}

class Sign extends GutterMarker {
  readonly #shape: string;
  readonly #title: () => string;
  constructor(shape: string, title: () => string) {
    super();
    this.#shape = shape;
    this.#title = title;
  }
  override toDOM(): Node {
    const sign = document.createElement("span");
    sign.className = `cm-fault-${this.#shape}`;
    sign.title = this.#title();
    return sign;
  }
}
const DOT = new Sign("dot", () => t`Error`);
const TRIANGLE = new Sign("triangle", () => t`Warning`);

/** The message of a fault, its sample and its actions. */
class Message extends WidgetType {
  readonly #fault: Fault;
  constructor(fault: Fault) {
    super();
    this.#fault = fault;
  }
  override eq(other: Message): boolean {
    return other.#fault === this.#fault;
  }
  override ignoreEvent(): boolean {
    return true;
  }
  override toDOM(): HTMLElement {
    const { severity, about, actions } = this.#fault;
    const box = document.createElement("div");
    box.className = "cm-message";
    box.dataset.severity = severity;
    box.setAttribute("role", "note");
    const { message: plain, original } = plainFault(this.#fault);
    const title = document.createElement("b");
    title.textContent = plain;
    box.append(title);
    if (original) {
      const code = document.createElement("code");
      code.textContent = original;
      box.append(code);
    }
    if (about) {
      const note = document.createElement("p");
      note.textContent = about;
      box.append(note);
    }
    if (actions.length > 0) {
      const row = document.createElement("div");
      row.append(...actions.map(buttonOf));
      box.append(row);
    }
    return box;
  }
}

function buttonOf({ label, code, run }: FaultAction): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  const [before = "", after = ""] = code ? label.split(code) : [label];
  button.append(before);
  if (code) {
    const written = document.createElement("code");
    written.textContent = code;
    button.append(written, after);
  }
  button.addEventListener("click", run);
  return button;
}
