import type {
  RegisteredAccountDraft,
  SweepRuleDraft,
} from '../../treasury/policy/policy-schema.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import { accountIdOf, accountOf } from './destinations.ts';
import { digitsOf, type Holdings } from './holdings.ts';
import { demoComment, ID_PREFIX } from './marks.ts';
import { KEPT } from './script.ts';

/** Sweeps of less than this, in thousandths of the final holdings, are not worth their fee. */
const LEAST_SWEEP = 10;

/** Of what is held at the end: never reached, so this rule never fires. */
const OUT_OF_REACH = 2_000;

/** Seconds after an occurrence: two intervals of the coarse ticks, the least that a rule may have. */
const LATEST_START_SECONDS = 43_200;

/** When made-up rules sweep, in UTC; without one, a rule looks at every snapshot. */
interface MadeUpRule {
  readonly currency: string;
  readonly what: string;
  readonly when?: string;
  /** In thousandths of the final holdings. Absent: what the rule keeps. */
  readonly threshold?: number;
  readonly takesApproval?: true;
  /** In percent, for as many accounts of the currency: one sweep pays to all of them. */
  readonly divided?: readonly string[];
  /** The other currency of a rule that converts; absent: it sweeps. */
  readonly into?: string;
  /** The part of the surplus that it takes, in percent; absent: all of it. */
  readonly percent?: string;
  /** In thousandths: an alert below it, until the balance comes to it again. */
  readonly low?: number;
  /** In thousandths. Absent: what all rules keep. */
  readonly keep?: number;
}

/** Conversions sell hundredths of a coin: at a whole price they bring whole cents. */
const CONVERTED_STEP = '0.01';

/** Before a rule that sweeps the same surplus: the half of it is converted, and the rest leaves. */
const CONVERTS_FIRST = 50;

const RULES: readonly MadeUpRule[] = [
  { currency: 'USDC', what: 'surplus', threshold: 900 },
  { currency: 'ETH', what: 'surplus', when: '0 6 1,15 * ? *' },
  { currency: 'ETH', what: 'to-usd', when: '0 6 1,15 * ? *', into: 'USD', percent: '50' },
  { currency: 'BTC', what: 'surplus', threshold: 850 },
  { currency: 'USD', what: 'surplus', when: '0 12 ? * WED *', takesApproval: true },
  { currency: 'EUR', what: 'surplus', when: '0 12 ? * FRI *', divided: ['70', '30'] },
  // Held at first is less than the low: staking rewards bring it there, some weeks later.
  { currency: 'SOL', what: 'reserve', threshold: OUT_OF_REACH, keep: 1_000, low: 970 },
];

const DAYS_OF_THE_WEEK: readonly number[] = [3, 5];
const DAYS_OF_THE_MONTH: readonly number[] = [1, 15];

/** Whether a rule with a schedule falls on the day, of UTC, of a moment: none starts on the day after. */
export function isSweepingDay(at: Instant): boolean {
  const day = new Date(at);
  return DAYS_OF_THE_WEEK.includes(day.getUTCDay()) || DAYS_OF_THE_MONTH.includes(day.getUTCDate());
}

/** A rule of the made-up past, with the accounts that it pays to. */
export interface MadeUpPiece {
  readonly accounts: readonly RegisteredAccountDraft[];
  readonly rule: SweepRuleDraft;
}

/** Of the currencies that are held: the rules by which the made-up past sweeps. */
export function madeUpPieces(holdings: Holdings): readonly MadeUpPiece[] {
  return RULES.filter(
    ({ currency, into = currency }) => holdings.has(currency) && holdings.has(into),
  ).map((each) => ({ accounts: accountsOf(each), rule: ruleOf(each, holdings) }));
}

function accountsOf({
  currency,
  into,
  divided = ['100'],
}: MadeUpRule): readonly RegisteredAccountDraft[] {
  if (into !== undefined) return [];
  return divided.map((_, index): RegisteredAccountDraft => {
    const { label, network } = accountOf(currency, index + 1);
    const account = { id: accountIdOf(currency, index + 1), label: demoComment(label), network };
    return { ...account, currency, details: {}, status: 'active' };
  });
}

function ruleOf(made: MadeUpRule, holdings: Holdings): SweepRuleDraft {
  const { currency, what, when, threshold = KEPT, keep = KEPT, low, percent } = made;
  const rule: SweepRuleDraft = {
    id: `${ID_PREFIX}${currency.toLowerCase()}-${what}`,
    label: demoComment(`${currency} ${what.replace('to-usd', 'to USD')}`),
    currency,
    ...destinationOf(made),
    threshold: holdings.part(currency, threshold).toFixed(),
    keep: holdings.part(currency, keep).toFixed(),
    ...(low === undefined ? {} : { low: holdings.part(currency, low).toFixed() }),
    allocation:
      percent === undefined
        ? { kind: 'all', basis: 'surplus' }
        : { kind: 'percentage', percent, basis: 'surplus' },
    minimum: holdings.part(currency, LEAST_SWEEP).toFixed(),
    step: made.into === undefined ? `0.${'0'.repeat(digitsOf(currency) - 1)}1` : CONVERTED_STEP,
    budgets: {},
    cooldownSeconds: 0,
    schedule: { kind: 'every-snapshot' },
    maximumBalanceAgeSeconds: 300,
    backoff: { firstSeconds: 60, maximumSeconds: 3_600 },
    priority: made.into === undefined ? 100 : CONVERTS_FIRST,
    ...(made.takesApproval === true ? { approvalAbove: '0' } : {}),
    enabled: true,
  };
  if (when === undefined) return rule;
  const schedule = { kind: 'cron', expression: when, timeZone: 'UTC' } as const;
  return { ...rule, schedule, latestStartSeconds: LATEST_START_SECONDS };
}

type Destination = Pick<SweepRuleDraft, 'withdrawalAccountId' | 'split' | 'kind' | 'into'>;

function destinationOf({ currency, divided, into }: MadeUpRule): Destination {
  if (into !== undefined) return { kind: 'convert', into };
  const withdrawalAccountId = accountIdOf(currency);
  if (divided === undefined) return { withdrawalAccountId };
  const parts = divided.map((percent, index) => {
    return { withdrawalAccountId: accountIdOf(currency, index + 1), percent };
  });
  return { withdrawalAccountId, split: { kind: 'weights', parts } };
}
