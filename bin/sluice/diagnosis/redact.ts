/** Fields whose content stays inside: where money goes, raw answers, keys of callers, what people wrote. */
const HIDDEN =
  /^(details|destination|evidence|answer|rawBalances|idempotencyKey|fingerprint|comment|metadata|reference|url)$/;

/** Fields that hold, or could hold, what lets a caller in. */
const SECRET = /token|secret|password|authorization|cookie|credential|signature|api-?key/i;

/** The same within a line that is no JSON, or within an address. */
const SECRET_IN_TEXT =
  /((?:token|secret|password|authorization|cookie|credential|signature|api-?key)[\w-]*["']?\s*[:=]\s*["']?)[^\s"'&,;}]+/gi;

/** Access keys of AWS. */
const ACCESS_KEY = /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g;

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
    if (typeof value === 'string') return withoutPeople(withoutSecrets(value), people);
    if (Array.isArray(value)) return value.map(redact);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        if (
          inner !== null &&
          (HIDDEN.test(name) || isSecret(name, inner) || isByPerson(name, inner))
        ) {
          return [name, '(hidden)'];
        }
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

/** What stands beside ids of people, such as their whole names: the keys name them too. */
function isByPerson(name: string, value: unknown): boolean {
  return name === 'people' && typeof value === 'object' && !Array.isArray(value);
}

/** A word that says what happened to a token is none: whether, when and how many may be known. */
function isSecret(name: string, value: unknown): boolean {
  return SECRET.test(name) && !['number', 'boolean'].includes(typeof value);
}

function withoutSecrets(text: string): string {
  return text
    .replaceAll(TOKEN, '(hidden)')
    .replaceAll(SECRET_IN_TEXT, '$1(hidden)')
    .replaceAll(ACCESS_KEY, '(hidden)');
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
