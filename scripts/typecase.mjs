// `npm run typecase -- ...`: the operator's command line.
import { installWhatIsMissing } from "./setup/install.mjs";
import { findNode, runInOurPlace } from "./setup/runtime.mjs";

installWhatIsMissing();
runInOurPlace(findNode(), ["cli/main.ts", ...process.argv.slice(2)]);
