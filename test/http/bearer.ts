/** The header of a token that the gateway would have verified: its claims, and a signature that no function checks again. */
export function bearer(claims: Readonly<Record<string, unknown>>): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `Bearer ${part({ alg: 'RS256' })}.${part(claims)}.c2lnbmVk`;
}

/** Claims as API Gateway hands them on: everything as text, a list in brackets with blanks between. */
export function asTheGatewaySays(
  claims: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(claims).map(([name, value]) => [
      name,
      Array.isArray(value) ? `[${value.join(' ')}]` : String(value),
    ]),
  );
}
