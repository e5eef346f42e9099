import type { HttpResponse } from '../problems/problem.ts';

/** What is called what: labels of rules and accounts, display names of people, each by id. */
export interface Names {
  readonly rules: ReadonlyMap<string, string>;
  readonly accounts: ReadonlyMap<string, string>;
  readonly people: ReadonlyMap<string, string>;
}

/** In front of a rule's id where a rule asked for something, or approved it. */
const RULE_PREFIX = 'rule ';

/**
 * An answer with the names of everything that it mentions, in `names`: one look-up for a whole list, whichever of its
 * fields holds an id. Ids that have no name are left out, and `names` where no id has one.
 */
export function withNames(answer: HttpResponse, names: Names): HttpResponse {
  const body: unknown = JSON.parse(answer.body ?? '');
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return answer;
  const mentioned = new Set<string>();
  collect(body, mentioned);
  const found = namesOf(mentioned, names);
  const isNamed = Object.values(found).some((some) => Object.keys(some).length > 0);
  return isNamed ? { ...answer, body: JSON.stringify({ ...body, names: found }) } : answer;
}

function namesOf(mentioned: ReadonlySet<string>, names: Names) {
  const among = (known: ReadonlyMap<string, string>) =>
    Object.fromEntries(
      [...known].filter(([id]) => mentioned.has(id)).sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  return {
    rules: among(names.rules),
    accounts: among(names.accounts),
    people: among(names.people),
  };
}

function collect(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') {
    into.add(value.startsWith(RULE_PREFIX) ? value.slice(RULE_PREFIX.length) : value);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const inner of Object.values(value)) collect(inner, into);
}
