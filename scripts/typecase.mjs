// `npm run typecase -- ...`: the operator's command line.
import { isBuilt } from "./setup/build.mjs";
import { installWhatIsMissing } from "./setup/install.mjs";
import { findNode, runInOurPlace } from "./setup/runtime.mjs";

installWhatIsMissing("start");
// The build starts sooner. Without one, the sources do the same.
const main = isBuilt("program") ? "build/program/cli/main.js" : "cli/main.ts";
runInOurPlace(findNode(), [main, ...process.argv.slice(2)]);
