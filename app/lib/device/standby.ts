import { isPrivatePage } from "../browser/private-page.ts";
import { setStandby } from "../http/render-client.ts";
import type { DeviceEngine } from "./device-engine.ts";
import { renderOnDevice, rowsOnDevice, sheetOnDevice } from "./device-files.ts";
import { engineChoice, markEngineReady, openEngine } from "./engine-state.ts";

/**
 * Renders on this device while the server can't be reached: the engine is here already, or the service worker has stored it. Where it
 * isn't, its files can't be loaded either, and the first failure is reported as before. A private page has nothing else.
 */
export function renderWithoutServer(): () => void {
  return setStandby({
    render: (template, format, request, signal) =>
      withEngine((engine) => renderOnDevice(engine, template, format, request, signal)),
    rows: (template, request, signal) =>
      withEngine((engine) => rowsOnDevice(engine, template, request, signal)),
    sheet: (template, request, signal) =>
      withEngine((engine) => sheetOnDevice(engine, template, request, signal)),
  });
}

async function withEngine<Answer>(render: (engine: DeviceEngine) => Promise<Answer>): Promise<Answer> {
  if (engineChoice.get() === "server" && !isPrivatePage()) throw new Error("the person chose the server");
  const answer = await render(openEngine());
  markEngineReady();
  return answer;
}
