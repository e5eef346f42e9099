import type { RefusalReason } from '../decisions/decision.ts';
import { sayRefusal } from '../facts/sentences/say/say-check.ts';
import { currenciesOf, type Instruction } from '../instructions/instruction.ts';
import type { Lane } from '../instructions/lane.ts';
import type { LedgerWrite } from '../ledger/ledger.ts';
import type { Policy } from '../policy/policy.ts';
import { accountKey } from '../policy/registered-account.ts';
import { checkLane, checkMode } from '../rules/checks/armed.ts';
import { type CheckResult, firstRefusal } from '../rules/checks/check-result.ts';
import { checkDestination } from '../rules/checks/destination.ts';
import type { Instant } from '../time/instant.ts';

/** What an approval would be carried out in: as it was read before the approval is written. */
export interface ApprovalView {
  readonly policy: Policy;
  readonly lanes: readonly Lane[];
  readonly epoch: string;
  readonly at: Instant;
}

/**
 * What people bring about and people end, and what the claim would cancel the instruction for. An approval meanwhile is
 * refused, and the instruction waits on. A busy lane is not among them: the claim waits for it by itself; nor is what
 * ends an instruction for good, such as another version of its rule.
 */
const STOPS = [
  'disarmed',
  'newer-version',
  'unreadable',
  'halted',
  'dry-run',
  'account-not-active',
  'account-cooling-off',
] as const satisfies readonly RefusalReason[];

export interface StoppedRefusal {
  readonly code: (typeof STOPS)[number];
  readonly message: string;
}

/** Why what is approved now would be cancelled at its claim; null if it may leave. Pure. */
export function refuseStopped(instruction: Instruction, view: ApprovalView): StoppedRefusal | null {
  const first = firstRefusal(resultsOf(instruction, view).filter(isStop));
  if (first === null) return null;
  const code = STOPS.find((stop) => stop === first.reason);
  if (code === undefined) throw new Error(`${first.reason} is no stop`);
  return { code, message: `${sayRefusal(first.why)} It waits on: approve it once that is over.` };
}

/** The approval is written only if nothing was stopped since it was judged. */
export function unlessStopped(
  { content }: Instruction,
  { policy: { controls, halt } }: ApprovalView,
): readonly LedgerWrite[] {
  if (controls === null) return [];
  const currencies = currenciesOf(content);
  const { version } = controls;
  return [
    { kind: 'assert-controls-unchanged', version, mode: 'live', currencies },
    { kind: 'assert-halt-generation', generation: halt.generation, currencies },
  ];
}

function isStop({ refusal }: CheckResult): boolean {
  return refusal !== undefined && STOPS.some((stop) => stop === refusal.reason);
}

function resultsOf(
  { content }: Instruction,
  { policy, lanes, epoch, at }: ApprovalView,
): readonly CheckResult[] {
  const { controls, halt, accounts, unreadableAccounts } = policy;
  const armed = currenciesOf(content).flatMap((currency) => {
    const lane = lanes.find((each) => each.currency === currency) ?? null;
    return [checkMode(controls, halt, currency), checkLane(lane, currency, epoch)];
  });
  if (content.kind === 'trade') return armed;
  const key = accountKey(content.withdrawalAccountId);
  const account = accounts.find(({ id }) => accountKey(id) === key) ?? null;
  const id = account?.id ?? content.withdrawalAccountId;
  return [...armed, ...checkDestination(account, id, content.currency, at, unreadableAccounts)];
}
