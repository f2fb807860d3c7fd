import { describe, expect, test } from "vitest";
import { isPreset, nameTransform, readTransform } from "./transforms.ts";

const STORED = { width: 1_200, height: 1_700 };
const read = (query: string, stored: { width: number; height: number } = STORED) =>
  readTransform(new URLSearchParams(query), stored);

describe("transform requests map to a few sizes", () => {
  test.each([
    ["width=480", { format: "webp", size: { width: 480, fit: "inside" } }],
    ["width=481", { format: "webp", size: { width: 640, fit: "inside" } }],
    ["width=1", { format: "webp", size: { width: 48, fit: "inside" } }],
    ["height=300&format=jpg", { format: "jpeg", size: { height: 360, fit: "inside" } }],
    ["width=192&height=192", { format: "webp", size: { width: 192, height: 192, fit: "cover" } }],
    ["width=300&height=200", { format: "webp", size: { width: 360, height: 240, fit: "cover" } }],
    [
      "width=300&height=200&fit=contain",
      { format: "webp", size: { width: 360, height: 240, fit: "contain" } },
    ],
    ["format=avif&quality=100", { format: "avif", quality: 65 }],
    ["format=jpeg&quality=100", { format: "jpeg", quality: 90 }],
    ["format=png&quality=10", { format: "png" }],
    ["quality=51", { format: "webp", quality: 65 }],
    ["key=system-small-cover", { format: "webp", size: { width: 96, height: 96, fit: "cover" } }],
    ["key=system-medium-contain&width=800", { format: "webp", size: { width: 360, fit: "inside" } }],
  ])("%s", (query, transform) => {
    expect(read(query)).toEqual(transform);
  });

  test.each([
    "",
    "format=auto",
    "format=webp",
    "width=1200",
    "width=2400",
    "height=2000&fit=inside",
    "colour=red",
  ])("%s returns the original without enlarging", (query) => expect(read(query)).toBeUndefined());
});

test.each([
  ["width=2401", /from 1 to 2400; pictures are made at 48, 96, .*, 1600/],
  ["width=0", /from 1 to 2400/],
  ["height=1.5", /"height" must be a whole number/],
  ["width=1e9", /from 1 to 2400/],
  ["format=svg", /"format" has to be one of webp, jpeg, png, avif/],
  ["key=hero", /"key" has to be one of system-small-cover, .*, not "hero"/],
  ["key=toString", /"key" has to be one of/],
  ["transforms=[]", /"transforms" is not supported/],
  ["fit=stretch", /"fit" has to be one of cover, contain, inside, outside/],
  ["quality=0", /"quality" must be a whole number from 1 to 100/],
])("%s is rejected with the allowed values", (query, message) => {
  expect(() => read(query)).toThrow(message);
});

test("presets have one name per transform", () => {
  const of = (query: string) => read(query) ?? { format: "webp" as const };
  for (const query of ["width=480", "width=192&height=192"]) expect(isPreset(of(query)), query).toBe(true);
  for (const query of ["height=480", "width=480&format=avif", "width=480&quality=80", "width=480&height=240"])
    expect(isPreset(of(query)), query).toBe(false);
  const queries = [
    "width=480",
    "height=480",
    "width=480&height=480",
    "width=480&quality=80",
    "width=480&format=png",
  ];
  expect(new Set(queries.map((query) => nameTransform(of(query)))).size).toBe(queries.length);
  expect(nameTransform(of("width=470"))).toBe(nameTransform(of("width=480")));
});
