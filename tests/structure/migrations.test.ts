import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MIGRATIONS } from "../../server/database/migrate.ts";

/** Migrations up to this one are older than the rule: no program ran alongside a newer one. */
const BEFORE_THE_RULE = 18;
/** Changes that could break a program that doesn't know the migration. */
const TAKES_AWAY =
  /dropColumn|dropTable|dropConstraint|renameColumn|renameTo|renameTable|setNotNull|setDataType|\bdrop (?:table|column)|\brename\b|\bset not null\b|alter column \S+ type/i;
const IS_MANDATORY = /addColumn\([^;]*?\.notNull\(\)(?![^;]*defaultTo)/;

test("a destructive migration names the compatible versions", () => {
  const silent = MIGRATIONS.filter(({ number, needs }) => number > BEFORE_THE_RULE && needs === undefined);
  for (const { number, name } of silent) {
    const [file = ""] = globSync(`server/database/migrations/${String(number).padStart(4, "0")}-*.ts`);
    const source = readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
    expect(TAKES_AWAY.exec(source)?.[0], `${name} (${file}) has no "needs": see docs/operating.md`).toBe(
      undefined,
    );
    for (const altered of source.split("alterTable").slice(1)) {
      const statement = altered.split(".execute")[0] ?? "";
      expect(IS_MANDATORY.test(statement), `${name} adds a column that must be given`).toBe(false);
    }
  }
});

test("a migration requires an existing step", () => {
  for (const { number, needs = 0 } of MIGRATIONS) expect(needs).toBeLessThanOrEqual(number);
});
