import type { ErrorBody, ErrorEntry } from "../../contract/error-codes.ts";
import type { Message, Text } from "../../contract/texts/text.ts";

/** A request that can't be answered, with the status, code, message and headers of the response. */
export class HttpError<Code extends string = string> extends Error {
  override name = "HttpError";
  readonly code: Code;
  readonly status: number;
  readonly extensions: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(
    code: Code,
    status: number,
    message: string | Message,
    extensions: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) {
    super(englishOf(message));
    this.code = code;
    this.status = status;
    this.extensions = typeof message === "string" ? extensions : { ...extensions, text: message.text };
    this.headers = headers;
  }

  /** The message with the text that pages translate, where it has one: for another thread. */
  get publicMessage(): string | Message {
    const { text } = this.extensions;
    return text ? { message: this.message, text: text as Text } : this.message;
  }

  toErrors(): ErrorEntry[] {
    return [{ message: this.message, extensions: { ...this.extensions, code: this.code } }];
  }

  toBody(): ErrorBody {
    return { errors: this.toErrors() };
  }
}

export function englishOf(message: string | Message): string {
  return typeof message === "string" ? message : message.message;
}
