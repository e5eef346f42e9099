/** Fields whose content stays inside: where money goes, raw answers, keys of callers, what people wrote. */
const HIDDEN =
  /^(details|destination|evidence|answer|rawBalances|idempotencyKey|fingerprint|comment|metadata|reference|url)$/;

/** Fields that name a person. */
const NAMES =
  /^(by|requestedBy|madeBy|approvedBy|askedBy|proposedBy|haltedBy|closedBy|given|people)$/;

/** What a person wrote, behind who did what: "asked for by tara: ...". */
const SAID_BY = /^(.*? by [^:]*): .*$/s;

/** An access token, or what looks like one, wherever it stands. */
const TOKEN = /\beyJ[\w-]+\.[\w-]+\.[\w-]+|\b[Bb]earer\s+\S+/g;

/** A bundle without what stays inside the organisation: the same person has the same pseudonym throughout. */
export function redactor(): (value: unknown) => unknown {
  const people = new Map<string, string>();
  const pseudonym = (name: string): string => {
    const known = people.get(name);
    if (known !== undefined) return known;
    const made = `person-${people.size + 1}`;
    people.set(name, made);
    return made;
  };
  const named = (value: unknown): unknown => {
    if (typeof value === 'string') return pseudonym(value);
    return Array.isArray(value) ? value.map(named) : redact(value);
  };
  const redact = (value: unknown): unknown => {
    if (typeof value === 'string')
      return withoutPeople(value.replaceAll(TOKEN, '(hidden)'), people);
    if (Array.isArray(value)) return value.map(redact);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        if (HIDDEN.test(name) && inner !== null) return [name, '(hidden)'];
        if (name === 'message' && typeof inner === 'string') {
          return [name, redact(inner.replace(SAID_BY, '$1: (hidden)'))];
        }
        return [name, NAMES.test(name) ? named(inner) : redact(inner)];
      }),
    );
  };
  return (value) => {
    // Twice: a sentence may name a person before the field does that shows who it is.
    redact(value);
    return redact(value);
  };
}

/** The shortest name that is looked for within sentences: shorter ones are parts of words. */
const SHORTEST_NAME = 3;

function withoutPeople(text: string, people: ReadonlyMap<string, string>): string {
  let left = text;
  for (const [name, pseudonym] of people) {
    if (name.length >= SHORTEST_NAME) left = left.replaceAll(name, pseudonym);
  }
  return left;
}
