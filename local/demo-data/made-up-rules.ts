import { SANDBOX_ACCOUNTS, type SandboxAccount } from '../../sandbox/index.ts';
import type {
  RegisteredAccountDraft,
  SweepRuleDraft,
} from '../../treasury/policy/policy-schema.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import { readPolicyInput } from '../policy/policy-input.ts';
import { accountIdOf, accountOf } from './destinations.ts';
import { demoComment, ID_PREFIX } from './marks.ts';

/** Seconds after an occurrence: two intervals of the coarse ticks, the least that a rule may have. */
const LATEST_START_SECONDS = 43_200;

const SATURDAY = 6;
const SUNDAY = 0;

/** Whether a rule with a schedule may fall on the day, of UTC, of a moment: banks rest at weekends, and so do they. */
export function isSweepingDay(at: Instant): boolean {
  return ![SATURDAY, SUNDAY].includes(new Date(at).getUTCDay());
}

/** A rule of the made-up past, with the accounts that it pays to. */
export interface MadeUpPiece {
  readonly accounts: readonly RegisteredAccountDraft[];
  readonly rule: SweepRuleDraft;
}

/**
 * The rules by which the made-up past sweeps: those of the demo's policy, of the currencies that are held, with its thresholds, amounts
 * approvals and cut-offs. Without a cut-off an occurrence may start hours late, since ticks of the past are hours apart.
 */
export function madeUpPieces(held: Pick<ReadonlySet<string>, 'has'>): readonly MadeUpPiece[] {
  const { rules } = readPolicyInput(null, 0);
  const made = new Set<string>();
  return rules
    .filter(({ currency, into = currency }) => held.has(currency) && held.has(into))
    .map((rule) => {
      const accounts = destinationsOf(rule).filter(({ id }) => !made.has(id));
      for (const { id } of accounts) made.add(id);
      return { accounts: accounts.map(accountIn), rule: pastOf(rule) };
    });
}

function pastOf(rule: SweepRuleDraft): SweepRuleDraft {
  const { withdrawalAccountId, split } = rule;
  const past: SweepRuleDraft = {
    ...rule,
    id: `${ID_PREFIX}${rule.id}`,
    label: demoComment(rule.label),
    ...(withdrawalAccountId !== undefined && { withdrawalAccountId: pastId(withdrawalAccountId) }),
    ...(split?.kind === 'weights' && {
      split: {
        ...split,
        parts: split.parts.map((part) => ({
          ...part,
          withdrawalAccountId: pastId(part.withdrawalAccountId),
        })),
      },
    }),
  };
  return rule.schedule.kind === 'cron'
    ? { ...past, latestStartSeconds: LATEST_START_SECONDS }
    : past;
}

/** The accounts of the sandbox that a rule pays to. */
function destinationsOf({ withdrawalAccountId, split }: SweepRuleDraft): readonly SandboxAccount[] {
  const parts = split?.kind === 'weights' ? split.parts : [];
  const ids = new Set([
    ...(withdrawalAccountId === undefined ? [] : [withdrawalAccountId]),
    ...parts.map((part) => part.withdrawalAccountId),
  ]);
  return [...ids].map(sandboxAccount);
}

function sandboxAccount(id: string): SandboxAccount {
  const found = Object.values(SANDBOX_ACCOUNTS).find((each) => each.id === id);
  if (found === undefined) throw new Error(`the sandbox has no account ${id}`);
  return found;
}

/** Its place among the sandbox's accounts of its currency. */
function numberOf({ id, currency }: SandboxAccount): number {
  const accounts: readonly SandboxAccount[] = Object.values(SANDBOX_ACCOUNTS);
  return (
    accounts.filter((each) => each.currency === currency).findIndex((each) => each.id === id) + 1
  );
}

function pastId(id: string): string {
  const account = sandboxAccount(id);
  return accountIdOf(account.currency, numberOf(account));
}

function accountIn(sandboxed: SandboxAccount): RegisteredAccountDraft {
  const { currency } = sandboxed;
  const { label, network } = accountOf(currency, numberOf(sandboxed));
  const id = pastId(sandboxed.id);
  return { id, label: demoComment(label), network, currency, details: {}, status: 'active' };
}
