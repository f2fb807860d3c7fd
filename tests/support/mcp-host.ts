import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import {
  AppBridge,
  getToolUiResourceUri,
  type McpUiHostContext,
  PostMessageTransport,
} from "@modelcontextprotocol/ext-apps/app-bridge";

/** A chat as small as it can be: calls a tool and shows its app in a frame. Runs in the browser. */

/** What hosts allow an app that asks for nothing (MCP Apps, "Content Security Policy"). */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'";

declare global {
  var chat: {
    call(name: string, input: Record<string, unknown>, context?: McpUiHostContext): Promise<void>;
    /** Links that the app asked to open, and what it told the assistant. */
    opened: string[];
    told: unknown[];
  };
}

globalThis.chat = {
  opened: [],
  told: [],
  async call(name, input, context = {}) {
    const client = new Client({ name: "chat", version: "1" }, { versionNegotiation: { mode: "legacy" } });
    await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", location.href)));
    const { tools } = await client.listTools();
    const uri = getToolUiResourceUri(tools.find((tool) => tool.name === name) ?? {});
    const { contents } = await client.readResource({ uri: uri ?? "" });
    const [{ text } = { text: "" }] = contents as { text: string }[];
    const frame = document.createElement("iframe");
    frame.title = "App";
    frame.sandbox.add("allow-scripts");
    document.body.replaceChildren(frame);
    const bridge = new AppBridge(
      client,
      { name: "chat", version: "1" },
      { openLinks: {}, serverTools: {}, updateModelContext: { text: {}, structuredContent: {} } },
      { hostContext: context },
    );
    bridge.onopenlink = async ({ url }) => {
      globalThis.chat.opened.push(url);
      return {};
    };
    bridge.onupdatemodelcontext = async ({ structuredContent }) => {
      globalThis.chat.told.push(structuredContent);
      return {};
    };
    bridge.onsizechange = ({ height }) => {
      if (height) frame.style.height = `${height}px`;
    };
    const ready = new Promise<void>((resolve) => {
      bridge.oninitialized = () => resolve();
    });
    const target = frame.contentWindow as Window;
    await bridge.connect(new PostMessageTransport(target, target));
    frame.srcdoc = text.replace(
      "<head>",
      `<head><meta http-equiv="content-security-policy" content="${POLICY}">`,
    );
    await ready;
    await bridge.sendToolInput({ arguments: input });
    await bridge.sendToolResult(await client.callTool({ name, arguments: input }));
  },
};
