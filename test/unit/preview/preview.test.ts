import { describe, expect, it } from 'vitest';
import { type Lane, newLane } from '../../../treasury/instructions/lane.ts';
import { type Draft, draftedPolicy } from '../../../treasury/preview/draft.ts';
import { previewDraft } from '../../../treasury/preview/preview.ts';
import type { ReportRate } from '../../../treasury/report-values/report-rate.ts';
import { shownByRates } from '../../../treasury/report-values/shown-by-rates.ts';
import type { SnapshotTaken } from '../../../treasury/snapshots/snapshot.ts';
import { plantedStore } from '../../samples/planted-store.ts';
import { ACCOUNT, CONTROLS, draftOf, POLICY, RULE, rule } from '../../samples/policy.ts';
import { CHF_RATE, USED_CHF_RATE } from '../report-values/manual-samples.ts';
import { EPOCH, LANE, NOW } from '../rules/samples.ts';
import { snapshotOf } from './samples.ts';

const OTHER = rule({ id: 'btc-rest', priority: 200, threshold: '0', keep: '0', minimum: '0' });

function preview(
  draft: Partial<Draft>,
  policy = POLICY,
  latest: SnapshotTaken | null = snapshotOf(),
  rates: readonly ReportRate[] = [],
  lanes: readonly Lane[] = [LANE],
) {
  const ports = {
    now: () => NOW,
    ...plantedStore({ epoch: EPOCH, policy, lanes, snapshots: latest === null ? [] : [latest] }),
    shownValues: shownByRates(async () => rates),
  };
  return previewDraft(ports, 'main', { rules: [draftOf()], scope: 'replacing', ...draft });
}

async function previewed(...given: Parameters<typeof preview>) {
  const result = await preview(...given);
  if (result.result !== 'previewed') throw new Error(JSON.stringify(result));
  return result.preview();
}

describe('a draft on the latest snapshot', () => {
  it('is decided with every limit and its numbers, and says when the balances were read', async () => {
    const { snapshot, rules } = await previewed({ rules: [draftOf({ keep: '8', maximum: '3' })] });
    expect(snapshot).toEqual({
      scheduledFor: '2026-01-05T09:00:00.000Z',
      takenAt: '2026-01-05T09:00:01.000Z',
      ageSeconds: 4,
      message: 'On the balances read at 2026-01-05T09:00:01.000Z, 4 seconds ago.',
    });
    expect(rules).toMatchObject([
      {
        decision: { outcome: 'sweep', amount: '3', ruleVersion: 4 },
        approvals: 0,
        value: '150000',
      },
    ]);
    expect(rules[0]?.decision.checks).toContainEqual({
      limit: 'keep',
      holds: true,
      seen: '17 stays',
      value: '17',
      accepted: 'at least 8 stays',
    });
  });

  it('says what proposing it would change, and why a second person would decide', async () => {
    const lower = await previewed({ rules: [draftOf({ threshold: '9', keep: '5' })] });
    expect(lower.rules[0]?.change).toMatchObject({
      baseVersion: RULE.version,
      widens: [
        `"Sweep when above" falls from ${RULE.threshold} ${RULE.currency} to 9 ${RULE.currency}`,
      ],
      differences: [{ field: 'threshold', before: RULE.threshold, after: '9' }],
    });
    const higher = await previewed({ rules: [draftOf({ threshold: '11' })] });
    expect(higher.rules[0]?.change).toMatchObject({ widens: [] });
    const fresh = await previewed({ rules: [draftOf({ id: 'btc-new' })] }, POLICY);
    const { change } = fresh.rules.find(({ decision }) => decision.ruleId === 'btc-new') ?? {};
    expect(change).toMatchObject({ baseVersion: 0, widens: ['a new rule'] });
    expect(fresh.rules.find(({ decision }) => decision.ruleId === RULE.id)?.change).toBeUndefined();
  });

  it('shows each balance before and after, by rule and in the reporting currency', async () => {
    const policy = { ...POLICY, rules: [RULE, OTHER] };
    const { balances, reportingCurrency } = await previewed({}, policy);
    expect(reportingCurrency).toBe('USD');
    expect(balances).toEqual([
      {
        currency: 'BTC',
        before: '20',
        swept: [
          { ruleId: RULE.id, amount: '15' },
          { ruleId: OTHER.id, amount: '5' },
        ],
        after: '0',
        valueBefore: '1000000',
        valueAfter: '0',
      },
      {
        currency: 'USD',
        before: '700',
        swept: [],
        after: '700',
        valueBefore: '700',
        valueAfter: '700',
      },
    ]);
  });

  it('leaves the other rules in force, unless it stands alone', async () => {
    const policy = { ...POLICY, rules: [RULE, OTHER] };
    const idsOf = async (scope: Draft['scope']) =>
      (await previewed({ scope }, policy)).rules.map(({ decision }) => decision.ruleId);
    expect(await idsOf('replacing')).toEqual([RULE.id, OTHER.id]);
    expect(await idsOf('alone')).toEqual([RULE.id]);
  });

  it('says of how many people it would need approvals, by the rule and by the tiers', async () => {
    const approvals = async (draft: object, approvalTiers = {}) => {
      const policy = { ...POLICY, controls: { ...CONTROLS, approvalTiers } };
      return (await previewed({ rules: [draftOf(draft)] }, policy)).rules[0]?.approvals;
    };
    expect(await approvals({})).toBe(0);
    expect(await approvals({ approvalAbove: '14.9' })).toBe(1);
    expect(await approvals({}, { twoAbove: '749999' })).toBe(2);
    expect(await approvals({}, { twoAbove: '750000' })).toBe(0);
  });

  it('shows in a dry-run what would be withdrawn', async () => {
    const policy = { ...POLICY, controls: { ...CONTROLS, mode: 'dry-run' as const } };
    const { rules, balances } = await previewed(
      { rules: [draftOf({ approvalAbove: '1' })] },
      policy,
    );
    expect(rules).toMatchObject([
      { decision: { reason: 'dry-run', wouldSweep: '15' }, approvals: 1 },
    ]);
    expect(balances[0]).toMatchObject({ currency: 'BTC', after: '5' });
  });

  it('says why nothing would be withdrawn, and then nothing about approvals', async () => {
    const { rules, balances } = await previewed({ rules: [draftOf({ threshold: '30' })] });
    expect(rules).toMatchObject([{ decision: { reason: 'below-threshold' } }]);
    expect(rules[0]).not.toHaveProperty('approvals');
    expect(balances[0]).toMatchObject({ before: '20', swept: [], after: '20' });
  });

  it('is refused where there is no snapshot', async () => {
    expect(await preview({}, POLICY, null)).toEqual({ result: 'no-snapshot' });
  });

  it('is refused with every field that cannot be, and only those of the draft', async () => {
    const policy = { ...POLICY, rules: [rule({ id: 'broken', keep: '99' })] };
    const rules = [draftOf(), draftOf({ id: 'b', keep: '11' }), draftOf({ currency: 'ETH' })];
    expect(await preview({ rules }, policy)).toMatchObject({
      result: 'draft-refused',
      problems: [
        { path: 'rules[2].id', seen: '"btc-surplus"' },
        { path: 'rules[1].keep', accepted: 'at most the threshold, 10' },
        { path: 'rules[2].currency', seen: '"ETH"' },
      ],
    });
  });
});

describe('a policy with a draft', () => {
  const drafted = (draft: object) => {
    const result = draftedPolicy(POLICY, { rules: [draftOf(draft)], scope: 'replacing' }, NOW);
    return result.ok ? result.policy.rules : result.problems;
  };

  it('keeps a rule whose draft says the same, whatever the order of its fields', () => {
    const turned = Object.fromEntries(Object.entries(draftOf()).reverse());
    expect(drafted(turned)).toEqual([RULE]);
  });

  it('gives another draft the next version, counting from that moment', () => {
    expect(drafted({ keep: '6' })).toEqual([{ ...RULE, keep: '6', version: 4, activeSince: NOW }]);
    expect(drafted({ id: 'new' })).toMatchObject([
      { id: 'new', version: 1, activeSince: NOW },
      { id: RULE.id, version: 3 },
    ]);
  });
});

describe('a currency that has a manual rate alone', () => {
  const francs = snapshotOf({ balances: { BTC: { total: '20' }, CHF: { total: '100' } } });

  it('is shown at it before and after, and the answer names the rate', async () => {
    const found = await previewed({}, POLICY, francs, [CHF_RATE]);
    expect(found.balances.find(({ currency }) => currency === 'CHF')).toMatchObject({
      ...{ valueBefore: '113', valueAfter: '113', manualRate: USED_CHF_RATE },
    });
    expect(found).toMatchObject({ manualRates: [USED_CHF_RATE], refusedRates: [] });
    expect(found.rules[0]).not.toHaveProperty('manualRate');
  });

  it('is decided as without it: what a rule would sweep is shown at the rate, a limit by value has no price', async () => {
    const account = { ...ACCOUNT, id: '6a1f6d0e-58c3-4b1d-9b53-0c2f7b1e9a02', currency: 'CHF' };
    const draft = draftOf({
      id: 'chf',
      label: 'Francs',
      currency: 'CHF',
      withdrawalAccountId: account.id,
    });
    const policy = { ...POLICY, accounts: [ACCOUNT, account] };
    const lanes = [LANE, newLane('main', 'CHF', EPOCH)];
    const swept = async (change: Partial<typeof draft>) => {
      const { rules } = await previewed(
        { rules: [{ ...draft, ...change }] },
        policy,
        francs,
        [CHF_RATE],
        lanes,
      );
      return rules.find(({ decision }) => decision.ruleId === 'chf');
    };
    expect(await swept({})).toMatchObject({
      decision: { outcome: 'sweep', amount: '95' },
      ...{ value: '107.35', manualRate: USED_CHF_RATE },
    });
    const limited = await swept({ threshold: { value: '1', in: 'USD' } });
    expect(limited).toMatchObject({ decision: { outcome: 'no-sweep', reason: 'no-price' } });
    expect(limited).not.toHaveProperty('value');
  });
});
