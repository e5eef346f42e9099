/** The words of a claim: a list as API Gateway hands it on, "[trader viewer]", or scopes apart by blanks. */
export function words(claim: unknown): readonly string[] {
  if (Array.isArray(claim)) return claim.map(String);
  if (typeof claim !== 'string') return [];
  return claim
    .replace(/^\[(.*)\]$/, '$1')
    .split(/[\s,]+/)
    .filter((word) => word !== '');
}
