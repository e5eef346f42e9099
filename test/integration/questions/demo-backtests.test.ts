import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TARGET } from '../../../treasury/calendars/built-in.ts';
import type { SweepRuleDraft } from '../../../treasury/policy/policy-schema.ts';
import type { SnapshotTaken } from '../../../treasury/snapshots/snapshot.ts';
import { statedIn } from '../../../treasury/valuation/balance.ts';
import { dateAfter, occurrences, Wall } from '../../property/calendar-reference.ts';
import {
  type Moved,
  type ReferenceReading,
  ReferenceWorld,
} from '../../property/policy-reference.ts';
import { Timing } from '../../property/timing-reference.ts';
import { draftOf } from '../../samples/policy.ts';
import { type Deployed, deployFunctions, TENANT } from '../functions/deployed-functions.ts';
import { engineForTests } from '../store/engine-for-tests.ts';
import { answerTo, fillDeployment } from './demo-deployment.ts';

/*
 * Backtests over the 90 days that `npm start` makes up, one of each kind of rule, beside an evaluation of its own over
 * the same snapshots.
 */

const NOW = '2026-11-21T15:30:00.000Z';
const FROM = '2026-08-24T00:00:00.000Z';
const TO = '2026-11-21T15:00:00.000Z';
/** Five seconds on an idle machine, and far more on a busy one. */
const FILLING_MS = 600_000;
const DAY_MS = 86_400_000;

const engine = engineForTests();
let deployed: Deployed;
let snapshots: readonly SnapshotTaken[];

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(NOW) });
  deployed = await deployFunctions(engine());
  await fillDeployment(deployed);
  snapshots = await deployed.snapshots.takenBetween(TENANT, { from: FROM, to: TO });
}, FILLING_MS);

afterAll(async () => {
  await deployed?.stop();
  vi.useRealTimers();
});

const account = (number: number) => `6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a0${number}`;
const plain = { budgets: {}, cooldownSeconds: 0, maximumBalanceAgeSeconds: 300 } as const;
const { withdrawalAccountId: _, ...CONVERSION } = draftOf({ ...plain, kind: 'convert' });

/** What each kind is tried with, and what must be seen of it. */
const KINDS: Readonly<Record<string, { rules: readonly SweepRuleDraft[]; sweeps: RegExp }>> = {
  'a threshold by value': {
    rules: [
      draftOf({
        ...{ ...plain, id: 'by-value', label: 'BTC by value', currency: 'BTC' },
        withdrawalAccountId: account(1),
        threshold: { value: '150000', in: 'USD' },
        keep: { value: '140000', in: 'USD' },
        maximum: { value: '50000', in: 'USD' },
        minimum: '0',
        step: '0.0001',
      }),
    ],
    sweeps: /by-value/,
  },
  'a split': {
    rules: [
      draftOf({
        ...{ ...plain, id: 'split', label: 'EUR in parts', currency: 'EUR' },
        withdrawalAccountId: account(5),
        threshold: '60000',
        keep: '50000',
        minimum: '1',
        step: '0.01',
        split: {
          kind: 'weights',
          parts: [
            { withdrawalAccountId: account(5), percent: '66.67' },
            { withdrawalAccountId: account(6), percent: '33.33' },
          ],
        },
      }),
    ],
    sweeps: /split/,
  },
  'a holiday calendar with a cut-off': {
    rules: [
      draftOf({
        ...{ ...plain, id: 'days', label: 'EUR on business days', currency: 'EUR' },
        withdrawalAccountId: account(5),
        threshold: '60000',
        keep: '50000',
        allocation: { kind: 'percentage', basis: 'surplus', percent: '25' },
        minimum: '1',
        step: '0.01',
        schedule: { kind: 'cron', expression: '0 11,19 ? * * *', timeZone: 'Europe/Zurich' },
        latestStartSeconds: 18_000,
        calendars: ['target'],
        convention: 'following',
        cutOff: { time: '17:45', timeZone: 'Europe/Zurich' },
      }),
    ],
    sweeps: /days/,
  },
  'a conversion, and a sweep of what it brings': {
    rules: [
      {
        ...CONVERSION,
        ...{ kind: 'convert', id: 'convert', label: 'ETH into USD', currency: 'ETH', into: 'USD' },
        threshold: '25',
        keep: '20',
        minimum: '0.01',
        step: '0.01',
      },
      draftOf({
        ...{ ...plain, id: 'then-sweep', label: 'USD out', currency: 'USD' },
        withdrawalAccountId: account(7),
        threshold: '60000',
        keep: '40000',
        minimum: '1',
        step: '0.01',
        approvalAbove: '30000',
      }),
    ],
    sweeps: /convert.*then-sweep/,
  },
  'a target balance': {
    rules: [
      draftOf({
        ...{ ...plain, id: 'target', label: 'USDC to its target', currency: 'USDC' },
        withdrawalAccountId: account(3),
        low: '100000',
        threshold: '200000',
        keep: '150000',
        minimum: '1',
        step: '0.01',
        budgets: { per24Hours: '40000' },
      }),
    ],
    sweeps: /target/,
  },
};

function readings(): readonly ReferenceReading[] {
  return snapshots.map(({ takenAt, balances, prices, pricesDoubted = [] }) => ({
    at: Date.parse(takenAt),
    balances: Object.fromEntries(
      statedIn(balances).map(([currency, { total, available = total }]) => [currency, available]),
    ),
    quotes: prices,
    doubted: pricesDoubted.map(({ instrument }) => instrument),
  }));
}

/** Seconds pass between a tick and its snapshot: the calendars are asked about moments of the tick. */
function timingsOf(rules: readonly SweepRuleDraft[]): ReadonlyMap<string, Timing> {
  const [from, until] = [Date.parse(FROM) - 40 * DAY_MS, Date.parse(TO) + 40 * DAY_MS];
  const zones = ['Europe/Zurich', TARGET.timeZone];
  const walls = new Map(zones.map((zone) => [zone, new Wall(zone, from, until)]));
  return new Map(
    rules.map((rule) => {
      const isScheduled = rule.schedule.kind === 'cron';
      const calendars = rule.calendars === undefined ? [] : [TARGET];
      const falls = occurrences(
        {
          fallsOn: () => true,
          times: ['11:00', '19:00'],
          timeZone: 'Europe/Zurich',
          convention: 'following',
          calendars,
          walls,
        },
        dateAfter(FROM.slice(0, 10), -30),
        150,
      );
      const timing = new Timing({
        falls: isScheduled ? [...falls.keys()] : null,
        since: Date.parse(FROM),
        latestStartSeconds: rule.latestStartSeconds ?? 3_600,
        calendars,
        cutOff: rule.cutOff ?? null,
        walls,
      });
      return [rule.id, timing];
    }),
  );
}

async function backtested(rules: readonly SweepRuleDraft[]) {
  const body = { rules, scope: 'alone', from: FROM, to: TO, addBackSweeps: false };
  const answer = await answerTo(deployed, 'POST /v1/sweep-rules/backtest', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as {
    readonly complete: boolean;
    readonly readings: number;
    readonly draft: {
      readonly rules: readonly {
        readonly ruleId: string;
        readonly sweeps: number;
        readonly reasons: readonly { readonly name: string }[];
      }[];
      readonly sweeps: { readonly count: number; readonly first: readonly Listed[] };
    };
  };
}

interface Listed {
  readonly at: string;
  readonly ruleId: string;
  readonly amount: string;
  readonly approvals: number;
  readonly parts?: readonly { readonly withdrawalAccountId: string; readonly amount: string }[];
}

const ofReference = ({ at, ruleId, amount, isApproved, parts }: Moved) => ({
  at: new Date(at).toISOString(),
  ...{ ruleId, amount, isApproved },
  parts: parts?.map((part) => `${part.to} ${part.amount}`) ?? [],
});

const ofAnswer = ({ at, ruleId, amount, approvals, parts }: Listed) => ({
  ...{ at, ruleId, amount, isApproved: approvals > 0 },
  parts: parts?.map((part) => `${part.withdrawalAccountId} ${part.amount}`) ?? [],
});

describe('a backtest over the demo history', () => {
  it.each(Object.entries(KINDS))(
    'moves what an evaluation of its own moves: %s',
    { timeout: FILLING_MS },
    async (_name, { rules, sweeps }) => {
      const found = await backtested(rules);
      const { controls } = await deployed.ledger.readPolicy(TENANT);
      if (controls === null) throw new Error('there are no controls');
      const world = new ReferenceWorld({
        rules,
        timings: timingsOf(rules),
        trades: controls.trades,
        reportingCurrency: 'USD',
        approvalExpirySeconds: 3_600,
        assumeApproved: true,
      });
      const moved = readings().flatMap((each) => world.step(each));
      expect(found.complete).toBe(true);
      expect(found.readings).toBe(snapshots.length);
      expect(found.draft.sweeps.count).toBe(moved.length);
      expect(found.draft.sweeps.first.map(ofAnswer)).toEqual(
        moved.slice(0, found.draft.sweeps.first.length).map(ofReference),
      );
      expect([...new Set(moved.map(({ ruleId }) => ruleId))].sort().join(' ')).toMatch(sweeps);
    },
  );

  it('says why business days and cut-offs let nothing leave', async () => {
    const found = await backtested(KINDS['a holiday calendar with a cut-off']?.rules ?? []);
    const reasons = found.draft.rules.flatMap((each) => each.reasons.map(({ name }) => name));
    expect(reasons).toContain('after-cut-off');
  });
});
