/** An affine map as SVG writes it: [a b c d e f]. */
export type Matrix = readonly [number, number, number, number, number, number];

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

export function multiply(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[2] * n[1],
    m[1] * n[0] + m[3] * n[1],
    m[0] * n[2] + m[2] * n[3],
    m[1] * n[2] + m[3] * n[3],
    m[0] * n[4] + m[2] * n[5] + m[4],
    m[1] * n[4] + m[3] * n[5] + m[5],
  ];
}

const STEP = /(translate|scale|rotate|matrix)\(([^)]*)\)/g;

export function parseTransform(text: string): Matrix {
  let result = identity;
  for (const [, name, list = ""] of text.matchAll(STEP)) {
    const [a = 0, b, c = 0, d = 0, e = 0, f = 0] = list.split(/[\s,]+/).map(Number);
    if (name === "translate") result = multiply(result, [1, 0, 0, 1, a, b ?? 0]);
    if (name === "scale") result = multiply(result, [a, 0, 0, b ?? a, 0, 0]);
    if (name === "matrix") result = multiply(result, [a, b ?? 0, c, d, e, f]);
    if (name === "rotate") {
      const angle = (a * Math.PI) / 180;
      result = multiply(result, [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0]);
    }
  }
  return result;
}

/** The bounding box of a rectangle at the origin after the transform. */
export function transformedBounds(m: Matrix, width: number, height: number) {
  const xs = [0, width * m[0], height * m[2], width * m[0] + height * m[2]].map((x) => x + m[4]);
  const ys = [0, width * m[1], height * m[3], width * m[1] + height * m[3]].map((y) => y + m[5]);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
