/** The API's address in the greeting of `npm start`; null until it is there. */
export function apiAddressIn(greeting: string): string | null {
  return /^ *API +(http:\S+)/m.exec(greeting)?.[1] ?? null;
}
