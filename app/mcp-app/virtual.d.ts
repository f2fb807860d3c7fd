declare module "virtual:mcp-app-messages" {
  import type { AllMessages } from "@lingui/core";
  /** Of each language of the interface, from locales/ (scripts/build/bundle-mcp-app.ts). */
  export const messages: AllMessages;
}
