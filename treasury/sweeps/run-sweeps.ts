import type { RuleDecision } from '../decisions/decision.ts';
import type { Instruction } from '../instructions/instruction.ts';
import { refuseNewer } from '../records/newer-version.ts';
import type { SnapshotTaken } from '../snapshots/snapshot.ts';
import { RunRecording, readRunView, type SweepRunPorts } from './record-run.ts';
import { retainReadings } from './retain-readings.ts';

export interface SweepRun {
  readonly decisions: readonly RuleDecision[];
  readonly proposed: readonly Instruction[];
  /** Currencies whose decisions of this snapshot were on record before: a repeated delivery. */
  readonly alreadyDecided: readonly string[];
  /** Currencies that could not be decided since their lane kept changing. */
  readonly contended: readonly string[];
}

/**
 * Decides every rule on one snapshot and records the decisions, with the instructions that follow from them and the
 * lanes that know about both.
 * @throws if the keys could not verify or seal: the currencies that need them are left out of the record, and stay
 * due.
 */
export async function runSweeps(ports: SweepRunPorts, snapshot: SnapshotTaken): Promise<SweepRun> {
  refuseNewer(`The snapshot of ${snapshot.scheduledFor}`, snapshot);
  const view = await readRunView(ports, snapshot.tenant);
  const { rules, unreadableRules = [] } = view.policy;
  const ruled = new Set([...rules, ...unreadableRules].map(({ currency }) => currency));
  await retainReadings(ports.ledger, snapshot, view, ruled);
  const recording = new RunRecording(ports, snapshot, view);
  const contended: string[] = [];
  const groups: (readonly string[])[] = [[...ruled].sort()];
  for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
    const moving = await recording.record(group);
    if (group.length === 1) contended.push(...moving);
    else if (moving.length > 0) groups.unshift(...apart(group, moving));
  }
  const { decisions, proposed, alreadyDecided, errors } = recording;
  if (errors.length > 0) throw errors[0];
  return { decisions, proposed, alreadyDecided: [...alreadyDecided].sort(), contended };
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
