// `npm start` and `npm run dev`. Plain JavaScript for an older Node with nothing installed yet.
import { buildWhenStale } from "./setup/build.mjs";
import { installWhatIsMissing } from "./setup/install.mjs";
import { findNode, runInOurPlace } from "./setup/runtime.mjs";
import { SERVER_ALLOCATOR, SERVER_FLAGS } from "./setup/server-process.mjs";

const development = process.argv.includes("--dev");

installWhatIsMissing("start");
const node = findNode();

if (development) {
  const watch = [
    "--watch-path=server",
    "--watch-path=contract",
    "--watch-path=shared",
    "--watch-path=engine",
    "--watch-preserve-output",
  ];
  runInOurPlace(node, [...watch, "server/main.ts"], { NODE_ENV: "development" });
} else {
  if (!buildWhenStale(node)) process.exit(1);
  runInOurPlace(node, [...SERVER_FLAGS, "build/program/server/main.js"], {
    ...SERVER_ALLOCATOR,
    ...process.env,
    NODE_ENV: "production",
  });
}
