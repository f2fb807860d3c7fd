import { describe, expect, it } from "vitest";
import type { GroupField, ListField } from "../../../../../contract/templates/template-file.ts";
import { makeTable, type Table } from "../table/table.ts";
import {
  fillDocument,
  groupingColumns,
  groupRows,
  guessGrouping,
  listOfRows,
  maxEntries,
} from "./documents.ts";
import { makeWithGoodRows } from "./good-rows.ts";
import { listLeaves, matchColumns, type RowPlan } from "./row-plan.ts";
import { describeConflict, describeFault, formatProblem, writeReport } from "./row-problems.ts";

const fields: GroupField = {
  type: "object",
  additionalProperties: false,
  properties: {
    number: { type: "string", title: "Number" },
    due: { type: "string", title: "Due", format: "date" },
    client: { type: "string", title: "Client", maxLength: 8 },
    kind: { type: "string", title: "Kind", enum: ["bill", "offer"] },
    items: {
      type: "array",
      title: "Items",
      items: {
        type: "object",
        additionalProperties: false,
        properties: {
          what: { type: "string", title: "Item" },
          price: { type: "string", title: "Price", "x-widget": "money" },
        },
      },
    },
  },
};
const leaves = listLeaves(fields);

function aTable(lines: string[][]): Table {
  const made = makeTable(lines.map((cells, index) => ({ number: index + 1, cells })));
  if ("problem" in made) throw new Error(made.problem);
  return made;
}

const table = aTable([
  ["Number", "Client", "Item", "Price"],
  ["7", "Ada", "Sign", "1.500"],
  ["8", "Bo", "Poster", "20"],
  [],
  ["7", "", "Card", "a lot"],
  ["", "Cy", "Map", "5"],
]);

function planFor(columns: string[], groupBy?: RowPlan["groupBy"]): RowPlan {
  const readings = columns.map(() => ({ mark: ",", dateOrder: "day first" }) as const);
  return { columns, matching: matchColumns(columns, leaves), leaves, readings, groupBy };
}

describe("rows with the same number", () => {
  const plan = planFor(table.columns, 0);

  it("become one document in table order", () => {
    expect(groupRows(table.rows, 0).map((rows) => rows.map(({ number }) => number))).toEqual([
      [2, 5],
      [3],
      [6],
    ]);
    expect(groupRows(table.rows, undefined)).toHaveLength(4);
  });

  it("become rows of its list", () => {
    const draft = { kind: "bill", items: [{ what: "of the draft" }, { what: "another" }] };
    const [rows = []] = groupRows(table.rows, 0);
    expect(fillDocument(draft, rows, plan)).toMatchObject({
      data: {
        kind: "bill",
        number: "7",
        client: "Ada",
        items: [
          { what: "Sign", price: "1500" },
          { what: "Card", price: "a lot" },
        ],
      },
      conflicts: [],
    });
    expect(fillDocument(draft, rows, { ...plan, groupBy: undefined }).data.items).toHaveLength(2);
  });

  it("can be grouped only if columns fill one list", () => {
    expect(listOfRows(plan.matching)).toBe("items");
    expect(listOfRows(["number", "items.0.what", "items.1.what"])).toBeUndefined();
    expect(groupingColumns(table, plan.matching)).toEqual([0]);
    expect(groupingColumns(table, ["number", "client", undefined, undefined])).toEqual([]);
    const type = { slug: "invoices", singular: "Invoice" };
    expect(guessGrouping(table, plan.matching, { titlePattern: "Invoice {number}", type })).toBe(0);
    expect(guessGrouping(table, plan.matching, { titlePattern: "Invoice", type })).toBeUndefined();
  });

  it("with conflicting values are rejected and named", () => {
    const rows = aTable([
      ["Number", "Client", "Item"],
      ["7", "Ada", "Sign"],
      ["7", "Bo", "Card"],
    ]).rows;
    const document = fillDocument({}, rows, planFor(["Number", "Client", "Item"], 0));
    expect(document.conflicts).toHaveLength(1);
    const [conflict] = document.conflicts;
    if (!conflict) return;
    const problem = describeConflict(conflict, { fields, plan, language: "en" });
    expect(problem.rows).toEqual([2, 3]);
    expect(formatProblem(problem)).toBe(
      "Client: These rows go into one document but have different values: “Ada” in row 2, “Bo” in row 3.",
    );
  });
});

describe("all rows together", () => {
  const badges = { titlePattern: "Badges {number}", type: { slug: "badges", singular: "Badge" } };
  const names = aTable([["Item"], ["Ada"], ["Bo"], ["Cy"]]);

  it("are one document, or as many as its list needs", () => {
    const numbers = (max?: number) =>
      groupRows(names.rows, "all", max).map((rows) => rows.map(({ number }) => number));
    expect(numbers()).toEqual([[2, 3, 4]]);
    expect(numbers(2)).toEqual([[2, 3], [4]]);
    expect(numbers(3)).toEqual([[2, 3, 4]]);
    expect(fillDocument({}, names.rows, planFor(["Item"], "all")).data).toEqual({
      items: [{ what: "Ada" }, { what: "Bo" }, { what: "Cy" }],
    });
    const limited = {
      ...fields,
      properties: { items: { ...(fields.properties.items as ListField), maxItems: 40 } },
    };
    expect(maxEntries(limited, ["items.0.what"])).toBe(40);
  });

  it("are offered first if all columns fill one list", () => {
    const guess = (lines: string[][], template = badges) => {
      const table = aTable(lines);
      return guessGrouping(table, matchColumns(table.columns, leaves), template);
    };
    const invoices = { titlePattern: "Invoice {number}", type: { slug: "invoices", singular: "Invoice" } };
    expect(guess([["Item"], ["Ada"], ["Bo"]])).toBe("all");
    expect(guess([["Item"], ["Ada"], ["Bo"]], invoices)).toBe("all");
    const same = [
      ["Number", "Item"],
      ["7", "Ada"],
      ["7", "Bo"],
    ];
    expect(guess(same)).toBe("all");
    expect(guess(same, invoices)).toBe(0);
    const different = [
      ["Number", "Item"],
      ["7", "Ada"],
      ["8", "Bo"],
    ];
    expect(guess(different)).toBeUndefined();
    expect(guess([["Number"], ["7"]])).toBeUndefined();
  });
});

describe("a document of many rows", () => {
  const rows = aTable([["Item"], ["Ada"], ["Bo"], ["Cy"], ["Di"]]).rows;
  const plan = planFor(["Item"], "all");
  const make = (isBad: (name: string) => boolean) => async (data: Record<string, unknown>) => {
    const items = data.items as { what: string }[];
    const faults = items.flatMap(({ what }, index) =>
      isBad(what) ? [{ path: `items.${index}.what`, type: "maxLength", message: "" }] : [],
    );
    return faults.length > 0 ? { faults } : { names: items.map(({ what }) => what) };
  };

  it("skips and names invalid rows", async () => {
    const planned = fillDocument({}, rows, plan);
    const made = await makeWithGoodRows(
      planned,
      {},
      plan,
      make((name) => name === "Bo" || name === "Di"),
    );
    expect(made.result).toEqual({ names: ["Ada", "Cy"] });
    const [round] = made.leftOut;
    if (!round) throw new Error("nothing was left out");
    const context = { fields, plan, language: "en" } as const;
    expect(round.faults.map((fault) => describeFault(round.document, fault, context).rows)).toEqual([
      [3],
      [5],
    ]);
  });

  it("isn't created if all its rows are invalid", async () => {
    const planned = fillDocument({}, rows, plan);
    expect(
      await makeWithGoodRows(
        planned,
        {},
        plan,
        make(() => true),
      ),
    ).toMatchObject({
      result: { faults: [{}, {}, {}, {}] },
      leftOut: [],
    });
    const whole = { faults: [{ path: "number", type: "required", message: "" }] };
    const made = await makeWithGoodRows(planned, {}, plan, async () => whole);
    expect(made).toMatchObject({ result: whole, leftOut: [] });
  });
});

describe("problems of a row", () => {
  const columns = ["Number", "Due", "Client", "Kind", "Item", "Price"];
  const rows = aTable([
    columns,
    ["7", "soon", "Adalbertine", "gift", "Sign", "a lot"],
    ["7", "", "", "", "x"],
  ]).rows;

  it("name the row, the value and what is allowed", () => {
    const say = (path: string, type: string, groupBy?: number) => {
      const plan = planFor(columns, groupBy);
      const document = fillDocument({}, groupBy === undefined ? rows.slice(0, 1) : rows, plan);
      const fault = { path, type, message: "as the server says it" };
      const problem = describeFault(document, fault, { fields, plan, language: "de" });
      return `${problem.rows}: ${formatProblem(problem)}`;
    };
    expect(say("items.0.price", "pattern")).toBe(
      "2: Items 1, Price is “a lot”. Enter an amount such as 1234,50, not a percentage.",
    );
    expect(say("due", "format")).toBe("2: Due is “soon”. Enter a date such as 2026-11-25 or 25.11.2026.");
    expect(say("kind", "enum")).toBe("2: Kind is “gift”. Enter one of these: bill, offer.");
    expect(say("client", "maxLength")).toBe("2: Client is “Adalbertine”. Use 8 characters or fewer.");
    expect(say("items.1.price", "required", 0)).toBe("3: Items 2, Price: This field is required.");
    expect(say("", "")).toBe("2: as the server says it");
  });

  it("are in the report with escaped formulas", () => {
    const files = [{ rows: [2, 3, 4], file: "7.pdf" }];
    const problems = [{ rows: [5], label: "Price", value: "=1+1", message: "Give an amount." }];
    expect(writeReport(files, problems).split("\r\n")).toEqual([
      "Row,File,Field,Value,Problem",
      "2–4,7.pdf,,,",
      `5,,Price,"'=1+1",Give an amount.`,
    ]);
  });
});
