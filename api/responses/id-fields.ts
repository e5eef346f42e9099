/** What is called what: labels of rules and accounts, display names of people, each by id. */
export interface Names extends Readonly<Record<NamedKind, ReadonlyMap<string, string>>> {}

/** The same as an answer has it. */
export type ShownNames = Readonly<Record<NamedKind, Readonly<Record<string, string>>>>;

/** What a field names by its id. */
export type NamedKind = 'rules' | 'accounts' | 'people';

/** Fields of answers that hold ids, or lists of them. A test holds the whole OpenAPI document against this table. */
export const ID_FIELDS: Readonly<Record<string, readonly NamedKind[]>> = {
  ruleId: ['rules'],
  withdrawalAccountId: ['accounts'],
  withdrawalAccountIds: ['accounts'],
  accountId: ['accounts'],
  // People, or "rule ID" where a rule needed none.
  by: ['people', 'rules'],
  askedBy: ['people', 'rules'],
  approvedBy: ['people', 'rules'],
  requestedBy: ['people'],
  madeBy: ['people'],
  given: ['people'],
  // "rule:ID" and "account:ID" of the audit log, among other things.
  subject: ['rules', 'accounts'],
};

/** In front of an id where more than one kind of thing can stand. */
const PREFIXES = ['rule ', 'rule:', 'account:'] as const;

/** The id in a text that may have a prefix. */
function bareId(text: string): string {
  const prefix = PREFIXES.find((each) => text.startsWith(each));
  return prefix === undefined ? text : text.slice(prefix.length);
}

/** The ids that an answer mentions, and of what kinds they can be. */
export interface Mentioned {
  readonly kinds: ReadonlySet<NamedKind>;
  readonly ids: ReadonlySet<string>;
}

/** Wherever in the answer they stand. */
export function mentionedIn(body: unknown): Mentioned {
  const mentioned = { kinds: new Set<NamedKind>(), ids: new Set<string>() };
  collect(body, mentioned);
  return mentioned;
}

/** The names of the ids that have one; null if none has. */
export function namesOf(mentioned: ReadonlySet<string>, names: Names): ShownNames | null {
  const among = (known: ReadonlyMap<string, string>) =>
    Object.fromEntries(
      [...known].filter(([id]) => mentioned.has(id)).sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  const shown = {
    rules: among(names.rules),
    accounts: among(names.accounts),
    people: among(names.people),
  };
  const isNamed = Object.values(shown).some((some) => Object.keys(some).length > 0);
  return isNamed ? shown : null;
}

function collect(value: unknown, into: { kinds: Set<NamedKind>; ids: Set<string> }): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [field, inner] of Object.entries(value)) {
    const kinds = isNamedAlready(field, value) ? undefined : kindsOf(field);
    const ids = kinds === undefined ? [] : textsOf(inner);
    for (const id of ids) into.ids.add(bareId(id));
    if (ids.length > 0) for (const kind of kinds ?? []) into.kinds.add(kind);
    collect(inner, into);
  }
}

function kindsOf(field: string): readonly NamedKind[] | undefined {
  return Object.hasOwn(ID_FIELDS, field) ? ID_FIELDS[field] : undefined;
}

/**
 * A `ruleId` with its own `label` beside it. Matching rules are named so: one of them may have the id of a sweep rule, whose
 * label would be another.
 */
export function isNamedAlready(field: string, beside: object): boolean {
  return field === 'ruleId' && 'label' in beside;
}

function textsOf(value: unknown): readonly string[] {
  return [value].flat().filter((each) => typeof each === 'string');
}
