import { leavesOf } from '../display/leaves.ts';
import type { Destination, Instruction } from './instruction.ts';

/** One field that says something else than it did. */
export interface Difference {
  readonly field: string;
  /** Null where it was not there. */
  readonly before: string | null;
  /** Null where it is gone. */
  readonly after: string | null;
}

/** What differs between two values, field by field, in the order in which the fields stand. */
export function differencesOf(before: unknown, after: unknown): readonly Difference[] {
  const was = leavesOf(before);
  const is = leavesOf(after);
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((field) => ({ field, before: was.get(field) ?? null, after: is.get(field) ?? null }))
    .filter((each) => each.before !== each.after);
}

/** What an approval of an instruction rests on: what is asked for, and where it goes. */
function agreedTo({ content, destination, status }: Instruction): object {
  return {
    ...content,
    ...(destination !== undefined && { destination }),
    state: status.state,
  };
}

/** What two readings of an instruction disagree about, for whoever is about to approve it. */
export function instructionDifferences(
  before: Instruction,
  after: Instruction,
): readonly Difference[] {
  return differencesOf(agreedTo(before), agreedTo(after));
}

/** How the register has an account by now, against what an instruction was written down with. */
export function destinationDifferences(
  asked: Destination,
  registered: Destination,
): readonly Difference[] {
  const only = ({ label, network, currency, details }: Destination) => ({
    ...{ label, network, currency, details },
  });
  return differencesOf(only(asked), only(registered));
}
