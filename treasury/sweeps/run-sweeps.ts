import type { RuleDecision } from '../decisions/decision.ts';
import type { Instruction } from '../instructions/instruction.ts';
import { ruledCurrencies } from '../policy/policy.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import {
  MAX_CHANGES_OF_PART,
  RunRecording,
  readRunView,
  type SweepRunPorts,
} from './record-run.ts';
import { retainReadings } from './retain-readings.ts';

export interface SweepRun {
  readonly decisions: readonly RuleDecision[];
  readonly proposed: readonly Instruction[];
  /** Currencies whose decisions of this snapshot were on record before: a repeated delivery. */
  readonly alreadyDecided: readonly string[];
  /**
   * Rules of currencies that were decided before, without a decision on record: the policy changed between two
   * deliveries, or a writer other than a run made the record.
   */
  readonly leftOut: readonly string[];
  /** Currencies that could not be decided since their lane kept changing. */
  readonly contended: readonly string[];
  /** Ids of all rules in the policy that the run decided by. */
  readonly rules: ReadonlySet<string>;
}

/** A run that left currencies out. The next delivery decides them, and only them. */
export class IncompleteRunError extends Error {
  override readonly name = 'IncompleteRunError';
  /** Everything that is on record. */
  readonly run: SweepRun;
  /** One for each currency that was left out. */
  readonly errors: readonly unknown[];

  constructor(run: SweepRun, errors: ReadonlyMap<string, unknown>) {
    const [cause] = errors.values();
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`${[...errors.keys()].sort().join(', ')} left out of the run: ${reason}`, { cause });
    this.run = run;
    this.errors = [...errors.values()];
  }
}

/**
 * Decides every rule on one snapshot and records the decisions, with the instructions that follow from them and the
 * lanes that know about both.
 * @throws IncompleteRunError if currencies could not be decided, most often since the keys could not verify or seal:
 * they are left out of the record and stay due, and every other currency is on record.
 */
export async function runSweeps(
  ports: SweepRunPorts,
  snapshot: SnapshotTaken,
  maxChangesOfPart = MAX_CHANGES_OF_PART,
): Promise<SweepRun> {
  const view = await readRunView(ports, snapshot);
  const ruled = ruledCurrencies(view.policy);
  await retainReadings(ports.ledger, snapshot, view, ruled);
  const recording = new RunRecording(ports, snapshot, view, maxChangesOfPart);
  const contended: string[] = [];
  const groups: (readonly string[])[] = [[...ruled].sort()];
  for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
    const moving = await recording.record(group);
    if (group.length === 1) contended.push(...moving);
    else if (moving.length > 0) groups.unshift(...apart(group, moving));
  }
  const { decisions, proposed, errors } = recording;
  const alreadyDecided = [...recording.alreadyDecided].sort();
  const [leftOut, rules] = [recording.leftOut(), recording.rules()];
  const run = { decisions, proposed, alreadyDecided, leftOut, contended, rules };
  if (errors.size > 0) throw new IncompleteRunError(run, errors);
  return run;
}

/** Currencies whose lanes stay as they are cannot be in each other's way; each of the others is tried by itself. */
function apart(
  group: readonly string[],
  moving: readonly string[],
): readonly (readonly string[])[] {
  const still = group.filter((currency) => !moving.includes(currency));
  const alone = moving.map((currency) => [currency]);
  return still.length === 0 ? alone : [still, ...alone];
}
