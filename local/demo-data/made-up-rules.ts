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
}

const RULES: readonly MadeUpRule[] = [
  { currency: 'USDC', what: 'surplus', threshold: 900 },
  { currency: 'ETH', what: 'surplus', when: '0 6 1,15 * ? *' },
  { currency: 'BTC', what: 'surplus', threshold: 850 },
  { currency: 'USD', what: 'surplus', when: '0 12 ? * WED *', takesApproval: true },
  { currency: 'EUR', what: 'surplus', when: '0 12 ? * FRI *' },
  { currency: 'SOL', what: 'reserve', threshold: OUT_OF_REACH },
];

const DAYS_OF_THE_WEEK: readonly number[] = [3, 5];
const DAYS_OF_THE_MONTH: readonly number[] = [1, 15];

/** Whether a rule with a schedule falls on the day, of UTC, of a moment: none starts on the day after. */
export function isSweepingDay(at: Instant): boolean {
  const day = new Date(at);
  return DAYS_OF_THE_WEEK.includes(day.getUTCDay()) || DAYS_OF_THE_MONTH.includes(day.getUTCDate());
}

/** A rule of the made-up past, with the account that it pays to. */
export interface MadeUpPiece {
  readonly account: RegisteredAccountDraft;
  readonly rule: SweepRuleDraft;
}

/** Of the currencies that are held: the rules by which the made-up past sweeps. */
export function madeUpPieces(holdings: Holdings): readonly MadeUpPiece[] {
  return RULES.filter(({ currency }) => holdings.has(currency)).map((each) => {
    const { currency } = each;
    const { label, network } = accountOf(currency);
    const account = { id: accountIdOf(currency), label: demoComment(label), network, currency };
    return {
      account: { ...account, details: {}, status: 'active' },
      rule: ruleOf(each, holdings),
    };
  });
}

function ruleOf(
  { currency, what, when, threshold = KEPT, ...of }: MadeUpRule,
  holdings: Holdings,
): SweepRuleDraft {
  const rule: SweepRuleDraft = {
    id: `${ID_PREFIX}${currency.toLowerCase()}-${what}`,
    label: demoComment(`${currency} ${what}`),
    currency,
    withdrawalAccountId: accountIdOf(currency),
    threshold: holdings.part(currency, threshold).toFixed(),
    keep: holdings.part(currency, KEPT).toFixed(),
    allocation: { kind: 'all', basis: 'surplus' },
    minimum: holdings.part(currency, LEAST_SWEEP).toFixed(),
    step: `0.${'0'.repeat(digitsOf(currency) - 1)}1`,
    budgets: {},
    cooldownSeconds: 0,
    schedule: { kind: 'every-snapshot' },
    maximumBalanceAgeSeconds: 300,
    backoff: { firstSeconds: 60, maximumSeconds: 3_600 },
    priority: 100,
    ...(of.takesApproval === true ? { approvalAbove: '0' } : {}),
    enabled: true,
  };
  if (when === undefined) return rule;
  const schedule = { kind: 'cron', expression: when, timeZone: 'UTC' } as const;
  return { ...rule, schedule, latestStartSeconds: LATEST_START_SECONDS };
}
