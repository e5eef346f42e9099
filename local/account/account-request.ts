/** A request, as far as the account's answers look at it. */
export interface AccountRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
}

/** What is answered as JSON; a text: the type of the error; null: no such operation. */
export type AccountAnswer = object | string | null;
