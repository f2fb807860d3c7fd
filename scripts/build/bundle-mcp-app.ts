import { readFileSync } from "node:fs";
import { build, type Plugin, type Rolldown } from "vite";
import { INTERFACE_LANGUAGES } from "../../contract/site/interface-languages.ts";
import { MCP_APP_CATALOGUE } from "../../locales/catalogues.ts";
import { readCatalogue } from "./messages.ts";

const MESSAGES = "virtual:mcp-app-messages";

/** The texts of the form in all languages: a chat lets it load nothing. */
function provideTexts(): Plugin {
  return {
    name: "mcp-app-messages",
    resolveId: (id) => (id === MESSAGES ? `\0${id}` : undefined),
    load: async (id) => {
      if (id !== `\0${MESSAGES}`) return undefined;
      const all = INTERFACE_LANGUAGES.map(async (language) => [
        language,
        await readCatalogue(MCP_APP_CATALOGUE, language),
      ]);
      return `export const messages = ${JSON.stringify(Object.fromEntries(await Promise.all(all)))};`;
    },
  };
}

/** The form that a chat shows (app/mcp-app), as one HTML file. */
export async function bundleMcpApp(): Promise<string> {
  const { output } = (await build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    plugins: [provideTexts()],
    build: {
      write: false,
      target: "baseline-widely-available",
      rolldownOptions: { input: "app/mcp-app/main.ts", output: { codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput;
  const [script] = output;
  const styles = ["app/ui/tokens.css", "app/mcp-app/app.css"]
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  return readFileSync("app/mcp-app/app.html", "utf8")
    .replace("/* styles */", () => styles)
    .replace("/* script */", () => script.code.replaceAll("</script", "<\\/script"));
}
