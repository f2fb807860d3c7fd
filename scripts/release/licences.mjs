// `npm run licences`: lists the licences of all dependencies; fails if one is neither allowed nor excepted.
import { installWhatIsMissing } from "../setup/install.mjs";
import { EXCEPTIONS, findForeignLicences, lockedPackages } from "./packages.mjs";

installWhatIsMissing("tests");
const packages = lockedPackages();
const counts = new Map();
for (const { licence } of packages) counts.set(licence, (counts.get(licence) ?? 0) + 1);
for (const [licence, count] of [...counts].sort((a, b) => b[1] - a[1]))
  console.log(`${String(count).padStart(5)}  ${licence}`);
for (const { package: name, why } of EXCEPTIONS) console.log(`       excepted: ${name.source}: ${why}`);
const foreign = findForeignLicences(packages);
for (const { name, version, licence } of foreign)
  console.error(
    `${name} ${version}: ${licence} is not among the licences we take (scripts/release/packages.mjs)`,
  );
process.exit(foreign.length === 0 ? 0 : 1);
