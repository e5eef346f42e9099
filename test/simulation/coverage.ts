import { EXPECTED } from './expected.ts';
import { ALL_FAULTS, type FaultName } from './faults.ts';

/** What of what there is has happened, with how often; of one world or of a whole campaign. */
export class Coverage {
  readonly #counts = new Map<string, Map<string, number>>();

  count(group: string, name: string, times = 1): void {
    let names = this.#counts.get(group);
    if (names === undefined) {
      names = new Map();
      this.#counts.set(group, names);
    }
    names.set(name, (names.get(name) ?? 0) + times);
  }

  fault(name: FaultName): void {
    this.count('faults', name);
  }

  add(counts: CoverageCounts): void {
    for (const [group, names] of Object.entries(counts)) {
      for (const [name, times] of Object.entries(names)) this.count(group, name, times);
    }
  }

  toJSON(): CoverageCounts {
    const groups = [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(groups.map(([group, names]) => [group, Object.fromEntries(names)]));
  }

  /** Per group: how many of the expected names happened, and which did not. */
  missing(): readonly CoverageOfGroup[] {
    return Object.entries({ ...EXPECTED, faults: ALL_FAULTS }).map(([group, expected]) => {
      const names = this.#counts.get(group);
      const never = expected.filter((name) => !names?.has(name));
      return { group, expected: expected.length, never };
    });
  }
}

export type CoverageCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface CoverageOfGroup {
  readonly group: string;
  readonly expected: number;
  readonly never: readonly string[];
}
