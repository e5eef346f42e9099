import { inspect } from 'node:util';
import { REDACTED, scrubberOf } from './token-forms.ts';

/** Shorter than this it is no token, and taking it out of texts would take out innocent words. */
const MIN_TOKEN_CHARACTERS = 8;
/** Longer than this it does not fit beside other headers in the 16 kB that servers commonly accept. */
const MAX_TOKEN_CHARACTERS = 8_192;

/** Visible ASCII without quotes and backslash: what a header can carry and JSON never escapes. */
const TOKEN_TEXT = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

export type ServiceTokenParse =
  | { readonly ok: true; readonly token: ServiceToken }
  | { readonly ok: false; readonly reason: string };

/**
 * The service's token (reference, part 5). Nothing that prints, serialises or inspects it sees more
 * than "[token]"; whoever has to send it calls `reveal`, which is easy to search for.
 */
export class ServiceToken {
  readonly #value: string;
  readonly #scrub: (text: string) => string;

  constructor(value: string) {
    this.#value = value;
    this.#scrub = scrubberOf(value);
  }

  /** Accepts the text of a token; blanks and line ends around it are not part of it. */
  static parse(text: string): ServiceTokenParse {
    const value = text.trim();
    const length = value.length;
    if (length < MIN_TOKEN_CHARACTERS || length > MAX_TOKEN_CHARACTERS) {
      const reason = `a token has ${MIN_TOKEN_CHARACTERS} to ${MAX_TOKEN_CHARACTERS} characters, this has ${length}`;
      return { ok: false, reason };
    }
    if (!TOKEN_TEXT.test(value)) {
      const reason = 'a token is visible ASCII without blanks, quotes and backslashes, this is not';
      return { ok: false, reason };
    }
    return { ok: true, token: new ServiceToken(value) };
  }

  /** The token itself, for the one request it is sent with. */
  reveal(): string {
    return this.#value;
  }

  equals(other: ServiceToken): boolean {
    return this.#value === other.#value;
  }

  /** Takes the token out of a text of somebody else's making, in whatever way it was written there. */
  scrub(text: string): string {
    return this.#scrub(text);
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }

  [inspect.custom](): string {
    return REDACTED;
  }
}
