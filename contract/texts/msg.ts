/**
 * Marks an English text of the server that pages show in their own language. Extraction collects it like the
 * texts of `app/`, and in the build of the pages Lingui's macro of this name replaces it.
 */
export function msg<const Message extends string>(text: { message: Message }): { message: Message } {
  return text;
}
