/** What the console reads from /config.json: where it is, and who its people sign in with. */
export interface ConsoleConfiguration {
  readonly stage: string;
  /** The API's address, without a slash at its end. */
  readonly apiUrl: string;
  readonly issuer: string;
  readonly clientId: string;
  /** The scopes of a sign-in, where the issuer wants others than the usual. */
  readonly scope?: string;
  /** Built-in people of the stack on one machine; a deployment has none. */
  readonly people?: readonly BuiltInPerson[];
}

export interface BuiltInPerson {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly string[];
  /** What to be this person for. */
  readonly description: string;
}
