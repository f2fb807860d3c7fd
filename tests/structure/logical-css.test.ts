import { globSync, readFileSync } from "node:fs";
import { type NodePath, parseSync, traverse, type types } from "@babel/core";
import { expect, test } from "vitest";

const PHYSICAL =
  /^(?:left|right|(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)(?:-\w+)?|border-(?:top|bottom)-(?:left|right)-radius)$/;
/** Values in the order top, right, bottom, left. */
const SIDES = /^(?:margin|padding|inset|border-(?:width|style|color)|scroll-(?:margin|padding))$/;
const HAS_SIDES =
  /^(?:text-align|float|clear|(?:background|object|mask|perspective)-position|transform-origin|background|mask)$/;

function isPhysical(property: string, value: string): boolean {
  const plain = value.replace(/\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, "()").trim();
  if (PHYSICAL.test(property)) return true;
  if (HAS_SIDES.test(property))
    return (
      /(?:^|[\s,])(?:left|right)(?![\w-])/.test(plain) || /gradient\(to [^,]*\b(?:left|right)\b/.test(value)
    );
  if (SIDES.test(property)) {
    const [, right, , left] = plain.split(/\s+/);
    return left !== undefined && left !== right;
  }
  return property === "border-radius" && plain.split("/").some(hasUnequalSides);
}

/** Corners are in the order top left, top right, bottom right, bottom left. */
function hasUnequalSides(corners: string): boolean {
  const [first, second = first, third = first, fourth = second] = corners.trim().split(/\s+/);
  return first !== second || third !== fourth;
}

test.each([
  ["margin-left", "1px", true],
  ["border-top-left-radius", "1px", true],
  ["text-align", "right", true],
  ["text-align", "end", false],
  ["padding", "0 1px 0 2px", true],
  ["padding", "0 1px 0 1px", false],
  ["margin-inline-start", "1px", false],
  ["background-position", "right center", true],
  ["background-position", "\n  center,\n  left 5px center", true],
  ["background-position", "var(--inline-start) center", false],
  ["background", "linear-gradient(to right, red, blue)", true],
  ["border-radius", "0 6px 6px 0", true],
  ["border-radius", "6px 6px 0 0", false],
  ["border-radius", "6px 0", true],
  ["border-radius", "50% / 1px 2px 2px 1px", true],
])("%s: %s is physical: %s", (property, value, expected) => {
  expect(isPhysical(property, value)).toBe(expected);
});

const isMarked = (line = "") => line.includes("physical: ");

test("style sheets use logical sides, so that the interface can be mirrored", () => {
  const found = globSync("app/**/*.css").flatMap((file) => {
    const text = readFileSync(file, "utf8");
    const lines = text.split("\n");
    const css = text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, " "));
    return [...css.matchAll(/(?<=[\s{;])([\w-]+)\s*:\s*([^;{}]+)(?=[;}])/g)].flatMap(
      ({ 1: property = "", 2: value = "", index }) => {
        const at = css.slice(0, index).split("\n").length;
        return isPhysical(property, value) && !isMarked(lines[at - 1])
          ? [`${file}:${at}: ${property}: ${value}`]
          : [];
      },
    );
  });
  expect(found).toEqual([]);
});

type Property = NodePath<types.ObjectProperty>;

/** "left" is a word for other data too. */
function isStyle(path: Property): boolean {
  return Boolean(
    path.findParent(({ node }) => {
      if (node.type === "JSXAttribute") return node.name.name === "style";
      const type =
        "returnType" in node ? node.returnType : node.type === "VariableDeclarator" ? node.id : undefined;
      return JSON.stringify(type ?? null).includes('"CSSProperties"');
    }),
  );
}

function isPhysicalProperty(path: Property): boolean {
  const { key, value } = path.node;
  const name = key.type === "Identifier" ? key.name : key.type === "StringLiteral" ? key.value : "";
  const text = value.type === "StringLiteral" ? value.value : "";
  const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return isPhysical(property, text) && (property.includes("-") || !PHYSICAL.test(property) || isStyle(path));
}

function physicalStyles(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const lines = text.split("\n");
  const parsed = parseSync(text, {
    filename: file,
    babelrc: false,
    configFile: false,
    parserOpts: { plugins: file.endsWith("x") ? ["typescript", "jsx"] : ["typescript"] },
  });
  if (!parsed) throw new Error(`${file} can't be parsed`);
  const found: string[] = [];
  traverse(parsed, {
    ObjectProperty(path) {
      const line = path.node.loc?.start.line ?? 0;
      if (isPhysicalProperty(path) && !isMarked(lines[line - 1]))
        found.push(`${file}:${line}: ${lines[line - 1]?.trim()}`);
    },
    AssignmentExpression({ node: { left, loc } }) {
      if (left.type !== "MemberExpression" || left.property.type !== "Identifier") return;
      const isOfStyle =
        left.object.type === "MemberExpression" && JSON.stringify(left.object.property).includes('"style"');
      const property = left.property.name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      const line = loc?.start.line ?? 0;
      if (isOfStyle && isPhysical(property, "") && !isMarked(lines[line - 1]))
        found.push(`${file}:${line}: ${lines[line - 1]?.trim()}`);
    },
  });
  return found;
}

test("styles in scripts use logical sides, too", () => {
  const files = globSync("app/**/*.{ts,tsx}").filter(
    (file) =>
      !/\.(?:test|d)\.tsx?$/.test(file) &&
      /left|right|radius|padding|margin|inset/i.test(readFileSync(file, "utf8")),
  );
  expect(files.flatMap(physicalStyles)).toEqual([]);
});
