import { inspect } from 'node:util';

/** Shorter than this it is no token, and taking it out of texts would take out innocent words. */
const MIN_TOKEN_CHARACTERS = 8;
/** Longer than this it does not fit beside other headers in the 16 kB that servers commonly accept. */
const MAX_TOKEN_CHARACTERS = 8_192;

/** Visible ASCII without quotes and backslash: what a header can carry and JSON never escapes. */
const TOKEN_TEXT = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/** What stands in a text where the token was. */
const REDACTED = '[token]';

export type ServiceTokenParse =
  | { readonly ok: true; readonly token: ServiceToken }
  | { readonly ok: false; readonly reason: string };

/**
 * The service's token (reference, part 5). Nothing that prints, serialises or inspects it sees more
 * than "[token]"; whoever has to send it calls `reveal`, which is easy to search for.
 */
export class ServiceToken {
  readonly #value: string;
  /** Every way in which the token could stand in a text, the longest first. */
  readonly #forms: readonly string[];

  constructor(value: string) {
    this.#value = value;
    this.#forms = formsOf(value);
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

  /** Takes the token out of a text: plain, URL-encoded, with escaped slashes, or within base64. */
  scrub(text: string): string {
    return this.#forms.reduce((scrubbed, form) => scrubbed.replaceAll(form, REDACTED), text);
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

function formsOf(value: string): readonly string[] {
  const encoded = encodeURIComponent(value);
  const forms = new Set([
    value,
    encoded,
    encoded.replaceAll(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase()),
    value.replaceAll('/', '\\/'),
    ...[0, 1, 2].flatMap((offset) => base64Cores(value, offset)),
  ]);
  return [...forms].sort((left, right) => right.length - left.length);
}

/**
 * What base64 of any text makes of the token within it. Three bytes become four characters, so there
 * are three alignments; characters at both ends that also depend on the neighbours are left out.
 */
function base64Cores(value: string, offset: number): readonly string[] {
  const bits = (offset + value.length) * 8;
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(value)]);
  const whole = bytes.toString('base64').slice(0, Math.floor(bits / 6));
  const core = whole.slice(Math.ceil((offset * 8) / 6));
  return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
}
