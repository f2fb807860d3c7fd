import { type Range, RangeSet, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import type { DraftTokens } from "../../../../../contract/templates/drafts.ts";

export const setTokens = StateEffect.define<DraftTokens>();

/** Syntax colours from the compiler's tokens. They move with the text until newer ones arrive. */
export const tokenColours = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(colours, transaction) {
    let next = transaction.docChanged ? colours.map(transaction.changes) : colours;
    for (const effect of transaction.effects)
      if (effect.is(setTokens)) next = decorate(effect.value, transaction.state.doc);
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const marks = new Map<string, Decoration>();

function markOf(type: string): Decoration {
  const known = marks.get(type) ?? Decoration.mark({ class: `tok-${type}` });
  marks.set(type, known);
  return known;
}

function decorate(answer: DraftTokens, doc: Text): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  for (const { line, column, length, type } of decodeTokens(answer)) {
    if (line >= doc.lines) break;
    const { from, to } = doc.line(line + 1);
    const start = from + column;
    const end = Math.min(to, start + length);
    if (start < end) ranges.push(markOf(type).range(start, end));
  }
  return RangeSet.of(ranges, true);
}

type Token = { line: number; column: number; length: number; type: string };

/** Five numbers a token: lines further, characters further, length, place in the legend, modifiers. Lines from 0. */
export function decodeTokens({ legend, tokens }: DraftTokens): Token[] {
  const decoded: Token[] = [];
  let line = 0;
  let column = 0;
  for (let at = 0; at + 4 < tokens.length; at += 5) {
    const [down = 0, across = 0, length = 0, place = 0] = tokens.slice(at, at + 4);
    line += down;
    column = down > 0 ? across : column + across;
    const type = legend[place];
    if (type !== undefined) decoded.push({ line, column, length, type });
  }
  return decoded;
}

export const setSelectedCall = StateEffect.define<{ from: number; to: number } | undefined>();

const SELECTED = Decoration.mark({ class: "cm-selected-field", attributes: { "data-selected-field": "" } });

/** The call of the selected field. */
export const selectedCall = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, { changes, effects }) {
    let next = shown.map(changes);
    for (const effect of effects)
      if (effect.is(setSelectedCall)) {
        const range = effect.value;
        next =
          range && range.from < range.to
            ? Decoration.set(SELECTED.range(range.from, range.to))
            : Decoration.none;
      }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});
