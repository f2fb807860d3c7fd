import { t } from "@lingui/core/macro";
import { type PointerEvent, useRef, useState } from "react";
import styles from "../details.module.css";

type Point = { x: number; y: number };

const PIXELS = 3; // for each of the screen's, so that it is sharp in print
const WIDTH = 2.4;
const MARGIN = 6;
const INK = "#1b2a6b";

/** A line to sign on, with a finger, a pen or a mouse. Keyboard users choose a picture instead. */
export function SignaturePad({ label, onDone }: { label: string; onDone(picture?: string): void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const strokes = useRef<Point[][]>([]);
  const [isEmpty, setEmpty] = useState(true);

  const pointOf = ({ clientX, clientY }: PointerEvent) => {
    const box = canvas.current?.getBoundingClientRect();
    return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) };
  };
  const redraw = () => {
    const sheet = canvas.current;
    if (sheet)
      drawStrokes(sheet, strokes.current, {
        x: 0,
        y: 0,
        width: sheet.clientWidth,
        height: sheet.clientHeight,
      });
  };
  const start = (event: PointerEvent) => {
    event.preventDefault();
    canvas.current?.setPointerCapture(event.pointerId);
    strokes.current.push([pointOf(event)]);
    setEmpty(false);
    redraw();
  };
  const go = (event: PointerEvent) => {
    if (!canvas.current?.hasPointerCapture(event.pointerId)) return;
    strokes.current.at(-1)?.push(pointOf(event));
    redraw();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a cell of this grid in every browser
    <div className="details-picture columns-3" role="group" aria-label={t`Draw: ${{ picture: label }}`}>
      <span className={styles.detailsLabel}>{label}</span>
      <div className={`${styles.detailsBox} ${styles.signed}`}>
        <canvas
          ref={canvas}
          role="img"
          aria-label={t`Sign here with a finger, a pen or a mouse`}
          onPointerDown={start}
          onPointerMove={go}
        />
      </div>
      <p className={styles.detailsUnder}>
        <button
          type="button"
          className="link"
          aria-disabled={isEmpty}
          onClick={() => !isEmpty && onDone(cutOut(strokes.current))}
        >{t`Save`}</button>
        <button
          type="button"
          className="link"
          onClick={() => {
            strokes.current = [];
            setEmpty(true);
            redraw();
          }}
        >
          {t({ message: "Clear", context: "verb: clear a drawing" })}
        </button>
        <button type="button" className="link" onClick={() => onDone()}>{t`Cancel`}</button>
      </p>
    </div>
  );
}

type Box = { x: number; y: number; width: number; height: number };

function drawStrokes(
  sheet: HTMLCanvasElement,
  strokes: readonly Point[][],
  { x, y, width, height }: Box,
): void {
  sheet.width = Math.ceil(width * PIXELS);
  sheet.height = Math.ceil(height * PIXELS);
  const pen = sheet.getContext("2d");
  if (!pen) return;
  pen.scale(PIXELS, PIXELS);
  pen.translate(-x, -y);
  pen.strokeStyle = INK;
  pen.lineWidth = WIDTH;
  pen.lineCap = "round";
  pen.lineJoin = "round";
  for (const stroke of strokes) {
    const [first, ...rest] = stroke;
    if (!first) continue;
    pen.beginPath();
    pen.moveTo(first.x, first.y);
    if (rest.length === 0) pen.lineTo(first.x + 0.1, first.y);
    // Through the middles between points, so that no corner is seen.
    for (const [at, point] of rest.entries()) {
      const next = rest[at + 1] ?? point;
      pen.quadraticCurveTo(point.x, point.y, (point.x + next.x) / 2, (point.y + next.y) / 2);
    }
    pen.stroke();
  }
}

/** Only what was drawn, on nothing. */
function cutOut(strokes: readonly Point[][]): string {
  const points = strokes.flat();
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const box = { x: Math.min(...xs) - MARGIN, y: Math.min(...ys) - MARGIN };
  const sheet = document.createElement("canvas");
  drawStrokes(sheet, strokes, {
    ...box,
    width: Math.max(...xs) - box.x + MARGIN,
    height: Math.max(...ys) - box.y + MARGIN,
  });
  return sheet.toDataURL("image/png");
}
