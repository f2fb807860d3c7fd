/** The server's texts, by their keys. They are the engine's as well, which writes them in a browser. */
export { asMessage, messageFor } from "../../shared/messages/english.ts";
