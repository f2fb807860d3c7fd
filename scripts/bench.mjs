// `npm run bench` runs all benches and prints one page; `npm run bench -- NAME ...` runs bench/NAME.ts.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { buildWhenStale } from "./setup/build.mjs";
import { installWhatIsMissing } from "./setup/install.mjs";
import { root } from "./setup/root.mjs";
import { findNode, runInOurPlace } from "./setup/runtime.mjs";

const [name = "all", ...rest] = process.argv.slice(2);
if (!/^[a-z-]+$/.test(name) || !existsSync(join(root, `bench/${name}.ts`))) {
  console.error(
    "There is no such bench: npm run bench -- NAME runs bench/NAME.ts, without a name all are run.",
  );
  process.exit(1);
}
installWhatIsMissing("tests");
installWhatIsMissing("bench");
const node = findNode();
if (!buildWhenStale(node)) process.exit(1);
runInOurPlace(node, [`bench/${name}.ts`, ...rest], { NODE_ENV: "production" });
