import type { TokenFault } from '../../treasury/outcomes/unanswered.ts';
import { REDACTED, scrubberOf } from './token-forms.ts';

/** A shorter text is no token, and removing it from texts would remove innocent words. */
const MIN_TOKEN_CHARACTERS = 8;
/** A longer one does not fit beside other headers in the 16 kB that servers commonly accept. */
const MAX_TOKEN_CHARACTERS = 8_192;

/** Visible ASCII without quotes and backslash: what a header can carry and JSON never escapes. */
const TOKEN_TEXT = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

export type ServiceTokenParse =
  | { readonly ok: true; readonly token: ServiceToken }
  | { readonly ok: false; readonly fault: TokenFault };

/** What `node:util` calls `inspect.custom`. Importing that as an ES module would load Node's workers as well: 2 ms of a cold start. */
const INSPECTED = Symbol.for('nodejs.util.inspect.custom');

/**
 * The service's token (reference, part 5). Printing, serialising or inspecting it shows only "[token]"; code that has
 * to send it calls `reveal`, which is easy to search for.
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
      const bounds = { least: MIN_TOKEN_CHARACTERS, most: MAX_TOKEN_CHARACTERS };
      return { ok: false, fault: { code: 'other-length', ...bounds, length } };
    }
    if (!TOKEN_TEXT.test(value)) return { ok: false, fault: { code: 'other-characters' } };
    return { ok: true, token: new ServiceToken(value) };
  }

  /** The token itself, for the one request it is sent with. */
  reveal(): string {
    return this.#value;
  }

  equals(other: ServiceToken): boolean {
    return this.#value === other.#value;
  }

  /** Removes the token from a text of an outside source, in whatever way it was written there. */
  scrub(text: string): string {
    return this.#scrub(text);
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }

  [INSPECTED](): string {
    return REDACTED;
  }
}
