import type { ProblemCode } from '../problems/problem-table.ts';
import type { Json } from './json.ts';
import { inPascal } from './variants.ts';

/** Codes that the name of a shared response names; one of more codes is named by the first operation that has it. */
const MAX_CODES_IN_NAME = 2;

/**
 * Responses of problems, which many operations have alike, as components that the operations refer to: the document is
 * half as long for it.
 */
export class SharedResponses {
  readonly components: Record<string, Json> = {};
  readonly #names = new Map<string, string>();

  /** A reference to a response with a name of its own. */
  named(name: string, response: Json): Json {
    this.components[name] = response;
    return { $ref: `#/components/responses/${name}` };
  }

  /** A reference to the response, the same for every response that is alike. */
  refer(response: Json, status: number, codes: readonly ProblemCode[], operation: string): Json {
    const text = JSON.stringify(response);
    const name = this.#names.get(text) ?? nameOf(status, codes, operation);
    const known = this.components[name];
    if (known !== undefined && JSON.stringify(known) !== text) {
      throw new Error(`two responses are named ${name}`);
    }
    this.#names.set(text, name);
    this.components[name] = response;
    return { $ref: `#/components/responses/${name}` };
  }
}

/** "RoleMissingOrClientRefused"; "ConcludeUnbooked409". */
function nameOf(status: number, codes: readonly ProblemCode[], operation: string): string {
  return codes.length <= MAX_CODES_IN_NAME
    ? codes.map(inPascal).join('Or')
    : `${operation}${status}`;
}
