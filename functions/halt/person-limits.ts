/**
 * Halts of one person that are written without reading the current state, and seconds until another one is. A person
 * stops money less often than that in an emergency; a program gone wild, or a stolen token, does not.
 */
const HALTS_AT_ONCE = 5;
const SECONDS_EACH = 10;

/** People remembered at most: the most recent ones. A token is needed to be one of them. */
const MAX_PEOPLE = 1_000;

interface Allowance {
  readonly left: number;
  readonly at: number;
}

/**
 * How often each person may halt. No person is refused: a frequent caller's halts read the current state first, so
 * that a flood of one person writes nothing and another person's halt does not wait behind it.
 */
export class PersonLimits {
  readonly #people = new Map<string, Allowance>();

  /** Whether this one is within the person's allowance, at a moment in milliseconds. */
  takes(person: string, nowMs: number): boolean {
    const known = this.#people.get(person) ?? { left: HALTS_AT_ONCE, at: nowMs };
    const grown = Math.max(0, nowMs - known.at) / 1_000 / SECONDS_EACH;
    const left = Math.min(HALTS_AT_ONCE, known.left + grown);
    const fits = left >= 1;
    this.#people.delete(person);
    this.#people.set(person, { left: fits ? left - 1 : left, at: nowMs });
    const [oldest] = this.#people.keys();
    if (this.#people.size > MAX_PEOPLE && oldest !== undefined) this.#people.delete(oldest);
    return fits;
  }
}
