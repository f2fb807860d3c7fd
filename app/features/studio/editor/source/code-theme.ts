import { EditorView } from "@codemirror/view";

/** The editor's theme. The interface's custom properties are inherited into the shadow root. */
export const codeTheme = EditorView.theme({
  "&": { height: "100%", background: "var(--surface)", color: "var(--key)", fontSize: "0.8125rem" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": {
    fontFamily: '"IBM Plex Mono", var(--font-code)',
    lineHeight: "1.3125rem",
    overflow: "auto",
    overscrollBehavior: "contain",
  },
  ".cm-content": { padding: "var(--s2) 0", caretColor: "var(--cobalt)" },
  ".cm-line": { paddingBlock: "0", paddingInline: "2px var(--s4)" },
  ".cm-gutters": { background: "var(--surface)", color: "var(--key-3)", border: "none", fontSize: "0.75rem" },
  ".cm-lineNumbers .cm-gutterElement": {
    minWidth: "2.25rem",
    paddingBlock: "0",
    paddingInline: "0.25rem 0.75rem",
  },
  ".cm-activeLine": { background: "color-mix(in oklch, var(--table-deep) 55%, transparent)" },
  ".cm-activeLineGutter": {
    background: "color-mix(in oklch, var(--table-deep) 55%, transparent)",
    color: "var(--key)",
  },
  ".cm-cursor": { borderInlineStart: "2px solid var(--cobalt)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "var(--cobalt-tint)",
  },
  ".cm-selectionMatch": { background: "var(--cobalt-tint)" },
  "&.cm-focused .cm-matchingBracket": {
    background: "var(--table-deep)",
    outline: "1px solid var(--rule-strong)",
  },
  "&.cm-focused .cm-nonmatchingBracket": { background: "var(--danger-tint)" },

  // The compiler's token types.
  ".tok-comment": { color: "var(--key-3)", fontStyle: "italic" },
  ".tok-keyword, .tok-heading, .tok-strong": { fontWeight: "600" },
  ".tok-function, .tok-pol, .tok-link, .tok-ref, .tok-label, .tok-decorator": { color: "var(--cobalt)" },
  ".tok-string, .tok-raw, .tok-escape": { color: "light-dark(oklch(0.47 0.1 165), oklch(0.79 0.11 165))" },
  ".tok-number, .tok-bool, .tok-term": { color: "light-dark(oklch(0.5 0.11 60), oklch(0.82 0.1 70))" },
  ".tok-emph": { fontStyle: "italic" },
  ".tok-error": { color: "var(--danger)" },

  // The selected field, over the colours of its tokens.
  ".cm-selected-field, .cm-selected-field *": {
    background: "var(--yellow)",
    color: "var(--on-yellow) !important",
    borderRadius: "2px",
  },

  ".cm-fault-error": {
    background: "var(--danger-tint)",
    textDecoration: "underline wavy var(--danger) 1.25px",
    textUnderlineOffset: "3px",
    textDecorationSkipInk: "none",
  },
  ".cm-fault-warning": {
    textDecoration: "underline wavy var(--yellow-edge) 1.25px",
    textUnderlineOffset: "3px",
    textDecorationSkipInk: "none",
  },
  ".cm-faults .cm-gutterElement": { width: "0.875rem", display: "grid", placeItems: "center end" },
  ".cm-fault-dot": { width: "0.5rem", height: "0.5rem", borderRadius: "50%", background: "var(--danger)" },
  ".cm-fault-triangle": {
    width: "0.5625rem",
    height: "0.5rem",
    background: "var(--yellow-edge)",
    clipPath: "polygon(50% 0, 100% 100%, 0 100%)",
  },
  ".cm-message": {
    marginBlock: "3px 5px",
    marginInline: "0 var(--s4)",
    padding: "var(--s2) var(--s3)",
    borderInlineStart: "3px solid var(--danger)",
    borderStartEndRadius: "6px",
    borderEndEndRadius: "6px",
    background: "color-mix(in srgb, var(--danger-tint) 62%, var(--surface))",
    font: "400 var(--text-sm) / var(--line-sm) var(--font-text)",
    whiteSpace: "normal",
  },
  ".cm-message[data-severity=warning]": { borderColor: "var(--yellow-edge)", background: "var(--table)" },
  ".cm-message b": { fontWeight: "600" },
  ".cm-message > code": { display: "block", color: "var(--key-2)" },
  ".cm-message p": { margin: "0", color: "var(--key-2)" },
  ".cm-message div": { display: "flex", flexWrap: "wrap", gap: "var(--s1) var(--s4)", marginTop: "5px" },
  ".cm-message button": {
    padding: "0",
    border: "0",
    background: "none",
    font: "inherit",
    color: "var(--cobalt)",
    textDecoration: "underline",
    textUnderlineOffset: "0.22em",
    cursor: "pointer",
  },
  ".cm-message button:focus-visible": { outline: "2px solid var(--cobalt)", outlineOffset: "2px" },
  ".cm-message code": { fontFamily: '"IBM Plex Mono", var(--font-code)', fontSize: "0.92em" },

  ".cm-panels": { background: "var(--table)", color: "var(--key)", borderBottom: "1px solid var(--rule)" },
  ".cm-panel.cm-search": {
    paddingBlock: "var(--s2)",
    paddingInline: "var(--s3) 2.5rem",
    font: "400 var(--text-sm) / var(--line-sm) var(--font-text)",
  },
  ".cm-panel.cm-search input, .cm-panel.cm-search button, .cm-panel.cm-search label": { fontSize: "inherit" },
  ".cm-textfield": {
    background: "var(--surface)",
    border: "1px solid var(--rule-strong)",
    borderRadius: "6px",
    padding: "3px 6px",
  },
  ".cm-button": {
    background: "none",
    border: "1px solid var(--rule-strong)",
    borderRadius: "6px",
    padding: "3px 8px",
  },
  ".cm-searchMatch": { background: "var(--cobalt-tint)", outline: "1px solid var(--cobalt)" },
  ".cm-tooltip": {
    background: "var(--surface)",
    color: "var(--key)",
    border: "none",
    borderRadius: "var(--radius-control)",
    boxShadow: "var(--shadow-panel)",
    overflow: "hidden",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    fontFamily: '"IBM Plex Mono", var(--font-code)',
    fontSize: "0.8125rem",
    maxHeight: "14rem",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "4px 10px", lineHeight: "1.25rem" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { background: "var(--cobalt-tint)", color: "var(--key)" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "600" },
  ".cm-completionDetail": { fontStyle: "normal", color: "var(--key-3)", marginInlineStart: "1em" },
  ".cm-tooltip.cm-completionInfo": {
    padding: "var(--s2) var(--s3)",
    maxWidth: "20rem",
    font: "400 var(--text-sm) / var(--line-sm) var(--font-text)",
  },

  "@media (forced-colors: active)": {
    ".cm-fault-dot, .cm-fault-triangle": { forcedColorAdjust: "none" },
    ".cm-changedText, .cm-insertedText": { textDecoration: "underline 2px" },
  },

  // Differences: added text is pale yellow, removed text is grey and struck out. No green and red.
  ".cm-changedLine, .cm-insertedLine": {
    background:
      "light-dark(color-mix(in oklch, var(--yellow) 18%, transparent), color-mix(in oklch, var(--yellow) 10%, transparent)) !important",
  },
  // Weaker in dark mode, so that light text stays readable.
  ".cm-changedText, .cm-insertedText": {
    background:
      "light-dark(color-mix(in oklch, var(--yellow) 45%, transparent), color-mix(in oklch, var(--yellow) 8%, transparent)) !important",
    boxShadow: "inset 0 -2px 0 light-dark(transparent, var(--yellow-edge))",
  },
  ".cm-changedLineGutter, .cm-deletedLineGutter, .cm-insertedLineGutter": {
    background: "var(--yellow-edge) !important",
  },
  ".cm-collapsedLines": {
    background: "var(--table-deep) !important",
    color: "var(--key-2) !important",
    font: "400 var(--text-sm) / 1.5rem var(--font-text)",
  },
  "&.cm-merge-a .cm-changedText, &.cm-merge-a .cm-deletedText": {
    background: "none !important",
    boxShadow: "none",
    color: "var(--key-3)",
    textDecoration: "line-through",
  },
  ".cm-deletedChunk, .cm-deletedLine": { background: "var(--table-deep) !important" },
  ".cm-deletedText, .cm-deletedChunk .cm-deletedText": {
    background: "none !important",
    boxShadow: "none",
    color: "var(--key-3)",
    textDecoration: "line-through",
  },
});
