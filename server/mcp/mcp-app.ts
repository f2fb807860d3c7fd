import { readFile } from "node:fs/promises";
import { RESOURCE_MIME_TYPE, registerAppResource } from "@modelcontextprotocol/ext-apps/server";
import type { McpServer } from "@modelcontextprotocol/server";
import { installedPath } from "../config/program-files.ts";

/** The form and live page that chats show for make_document (MCP Apps): one built file of app/mcp-app. */
export const MCP_APP_URI = "ui://typecase/document.html";

export function addMcpApp(server: McpServer): void {
  registerAppResource(
    server,
    "document",
    MCP_APP_URI,
    { title: "A document with its form", description: "Shown by chats for make_document" },
    async () => ({
      contents: [
        {
          uri: MCP_APP_URI,
          mimeType: RESOURCE_MIME_TYPE,
          text: await readFile(installedPath("build/program/mcp-app.html"), "utf8"),
          // It loads nothing: scripts, styles and pictures are in it or in answers.
          _meta: { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } },
        },
      ],
    }),
  );
}
