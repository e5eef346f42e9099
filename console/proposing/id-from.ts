/** Characters that an id has at most. */
const LONGEST = 63;

/** An id made of a name, as the API takes ids: small letters, digits and hyphens. */
export function idFrom(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, LONGEST);
}
