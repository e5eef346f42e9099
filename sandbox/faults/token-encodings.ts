/** The ways in which an answer may repeat a token: each a form in which texts are met on the wire. */
export const TOKEN_ENCODINGS = [
  'plain',
  'hex',
  'hex-upper',
  'base64',
  'base64url',
  'percent',
  'unicode-escapes',
  'html-entities',
  'reversed',
  'spaced',
] as const;
export type TokenEncoding = (typeof TOKEN_ENCODINGS)[number];

export function encodeToken(token: string, encoding: TokenEncoding): string {
  const bytes = Buffer.from(token, 'utf8');
  switch (encoding) {
    case 'plain':
      return token;
    case 'hex':
      return bytes.toString('hex');
    case 'hex-upper':
      return bytes.toString('hex').toUpperCase();
    case 'base64':
      return bytes.toString('base64');
    case 'base64url':
      return bytes.toString('base64url');
    case 'percent':
      return [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    case 'unicode-escapes':
      return [...bytes].map((byte) => `\\u${byte.toString(16).padStart(4, '0')}`).join('');
    case 'html-entities':
      return [...bytes].map((byte) => `&#${byte};`).join('');
    case 'reversed':
      return [...token].reverse().join('');
    case 'spaced':
      return [...token].join(' ');
    default:
      return encoding satisfies never;
  }
}
