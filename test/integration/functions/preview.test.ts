import { describe, expect, it, vi } from 'vitest';
import { backtestResponse, previewResponse } from '../../../api/openapi/preview-responses.ts';
import { canonicalText } from '../../../treasury/seals/canonical-text.ts';
import { instantOf, plusSeconds } from '../../../treasury/time/instant.ts';
import { snapshotOf } from '../../unit/preview/samples.ts';
import { RULE } from '../protocol/treasury-under-test.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { type ApiCall, streamEvent, TENANT } from './deployed-functions.ts';
import { deploymentSteps } from './deployment-steps.ts';

// A call as large as it may be takes seconds; here it is three snapshots with a rule on either side.
vi.mock('../../../treasury/preview/backtest-limits.ts', async (original) => ({
  ...(await original<object>()),
  MAX_DECISIONS_PER_CALL: 6,
}));

const { deployed } = deployedForEachTest();
const { snapshot } = deploymentSteps(deployed);

const { version: _, activeSince: __, ...DRAFT } = RULE;
const FROM = '2026-03-02T09:00:00.000Z';
const tick = (index: number) => plusSeconds(FROM, index * 300);
const RANGE = { from: FROM, to: tick(100) };

const ask = (what: string, body: unknown, change: Partial<ApiCall> = {}) =>
  deployed().call('preview-policy', {
    routeKey: `POST /v1/sweep-rules/${what}`,
    groups: '[treasurer]',
    body,
    ...change,
  });

async function putPast(...totals: readonly string[]): Promise<void> {
  for (const [index, total] of totals.entries()) {
    const scheduledFor = tick(index);
    const takenAt = plusSeconds(scheduledFor, 1);
    await deployed().snapshots.put(
      snapshotOf({ tenant: TENANT, scheduledFor, takenAt, balances: { BTC: { total } } }),
    );
  }
}

describe('POST /v1/sweep-rules/preview', () => {
  it('says what the next run decides, for the rule as it is in force', async () => {
    await snapshot();
    const { status, body } = await ask('preview', { rules: [DRAFT] });
    expect(status).toBe(200);
    const preview = previewResponse.parse(body);
    expect(preview.rules).toMatchObject([
      {
        decision: { ruleId: RULE.id, ruleVersion: 1, outcome: 'sweep', amount: '2.25' },
        approvals: 0,
      },
    ]);
    expect(preview.balances.find(({ currency }) => currency === 'BTC')).toMatchObject({
      before: '3.25',
      swept: [{ ruleId: RULE.id, amount: '2.25' }],
      after: '1',
    });
    await deployed().invoke('run-sweeps', streamEvent(...(await deployed().snapshotItems())));
    const made = await deployed().decisions();
    expect(made.map(({ decision }) => 'amount' in decision && decision.amount)).toEqual(['2.25']);
  });

  it('says what keeps a rule from sweeping', async () => {
    await snapshot();
    const halting = { routeKey: 'POST /v1/controls/halt', body: { comment: 'an audit' } };
    await deployed().call('halt', { ...halting, by: 'ann' });
    const { body } = await ask('preview', { rules: [DRAFT] });
    const preview = previewResponse.parse(body);
    expect(preview.rules).toMatchObject([{ decision: { outcome: 'no-sweep', reason: 'halted' } }]);
    expect(preview.balances.flatMap(({ swept }) => swept)).toEqual([]);
  });

  it('writes nothing at all', async () => {
    await snapshot();
    const everything = async () =>
      canonicalText([await deployed().ledgerItems(), await deployed().snapshotItems()]);
    const before = await everything();
    expect((await ask('preview', { rules: [{ ...DRAFT, keep: '2' }], effect: true })).status).toBe(
      200,
    );
    expect((await ask('backtest', { rules: [DRAFT], ...RANGE })).status).toBe(200);
    expect((await everything()) === before).toBe(true);
    expect(deployed().posts('/v1/withdrawals')).toEqual([]);
  });

  it('tells the effect on the last 30 days where that is asked for', async () => {
    await snapshot();
    const { body } = await ask('preview', { rules: [{ ...DRAFT, keep: '2' }], effect: true });
    expect(previewResponse.parse(body).effect?.message).toBe(
      'Would have swept once, 1.25 BTC in the last 30 days; before: once, 2.25 BTC.',
    );
  });

  it('says why proposing the draft would take a second person, as the proposal then does', async () => {
    await snapshot();
    const rule = { ...DRAFT, keep: '0.5' };
    const { body } = await ask('preview', { rules: [rule] });
    const { change } = previewResponse.parse(body).rules[0] ?? {};
    const proposed = await deployed().call('manage-policy', {
      routeKey: 'PUT /v1/sweep-rules/{id}',
      path: { id: DRAFT.id },
      ...{ body: rule, by: 'tess', groups: '[treasurer]', headers: { 'if-match': '"1"' } },
    });
    expect(proposed.status).toBe(202);
    expect(change).toMatchObject({
      baseVersion: 1,
      ...{ widens: proposed.body.widens, differences: proposed.body.differences },
    });
  });

  it('is refused while no balance has been read', async () => {
    expect(await ask('preview', { rules: [DRAFT] })).toMatchObject({
      status: 409,
      body: { type: 'urn:sluice:problem:balance-unknown' },
    });
  });

  it('names every field of a draft that cannot be', async () => {
    const refused = async (rule: object, more: object = {}) => {
      const { status, body } = await ask('preview', { rules: [rule], ...more });
      const fields = body.fields as readonly { readonly field: string }[];
      return [status, ...fields.map(({ field }) => field)];
    };
    expect(await refused({ ...DRAFT, keep: '2.5' })).toEqual([422, 'rules.0.keep']);
    expect(await refused({ ...DRAFT, treshold: '1' })).toEqual([422, 'rules.0.treshold']);
    expect(await refused({ ...DRAFT, threshold: 2, step: '0' })).toEqual([
      422,
      'rules.0.threshold',
      'rules.0.step',
    ]);
    expect(await refused({ ...DRAFT, currency: 'ETH' })).toEqual([422, 'rules.0.currency']);
    expect(await refused(DRAFT, { scope: 'both' })).toEqual([422, 'scope']);
    expect(await refused(DRAFT, { dryRun: true })).toEqual([422, 'dryRun']);
  });

  it('is for those who ask for changes and those who approve them', async () => {
    for (const groups of ['[viewer]', '[trader]']) {
      expect((await ask('preview', { rules: [DRAFT] }, { groups })).status).toBe(403);
      expect((await ask('backtest', { rules: [DRAFT], ...RANGE }, { groups })).status).toBe(403);
    }
    for (const groups of ['[treasurer]', '[approver]', '[admin]']) {
      expect((await ask('preview', { rules: [DRAFT] }, { groups })).status).toBe(409);
    }
  });
});

describe('a draft of a calendar', () => {
  const days = {
    id: 'office',
    label: 'Office',
    timeZone: 'UTC',
    from: '2026-01-01',
    until: '2030-12-31',
  };
  // Today and tomorrow, whichever it is when the balances are looked at, and the day of the recorded ones.
  const soon = [0, 1].map((day) => instantOf(Date.now() + day * 86_400_000).slice(0, 10));
  const holidays = ['2026-03-02', ...soon].sort().map((date) => ({ date }));
  const closed = { ...days, weekend: ['SUN'] as const, holidays };

  it('is tried with a rule that names it, on the balances of now and on the recorded ones', async () => {
    await snapshot();
    const rules = [{ ...DRAFT, calendars: ['office'] }];
    const { status, body } = await ask('preview', { rules, calendars: [closed] });
    expect(status).toBe(200);
    expect(previewResponse.parse(body).rules).toMatchObject([{ decision: { reason: 'holiday' } }]);
    await putPast('3', '9');
    const past = await ask('backtest', { rules, calendars: [closed], ...RANGE });
    expect(past.body).toMatchObject({ readings: 2 });
    expect(backtestResponse.parse(past.body).message).toBe(
      'BTC: the draft would have swept nothing of BTC; the rules in force, 2 times, 8 BTC.',
    );
  });

  it('is tried alone, and nothing at all is not', async () => {
    const alone = await ask('backtest', { rules: [], calendars: [closed], ...RANGE });
    expect(backtestResponse.parse(alone.body).message).toBe(
      'No rule names a calendar of the draft: nothing changes.',
    );
    for (const route of ['preview', 'backtest'] as const) {
      const { status, body } = await ask(route, { rules: [], ...(route === 'backtest' && RANGE) });
      expect(status).toBe(422);
      expect(body).toMatchObject({ fields: [{ field: 'rules' }] });
    }
    const builtIn = { ...closed, id: 'target' };
    expect((await ask('preview', { rules: [], calendars: [builtIn] })).body).toMatchObject({
      fields: expect.arrayContaining([expect.objectContaining({ field: 'calendars.0.id' })]),
    });
  });
});

describe('POST /v1/sweep-rules/backtest', () => {
  const PAST = ['3', '1.5', '4', '2.5', '1', '9', '2'];
  const body = { rules: [{ ...DRAFT, keep: '1.5' }], ...RANGE };

  it('goes on where the answer before ended, to the end', async () => {
    await putPast(...PAST);
    const until: string[] = [];
    let continuation: string | undefined;
    do {
      const { status, body: answer } = await ask('backtest', {
        ...body,
        ...(continuation && { continuation }),
      });
      expect(status).toBe(200);
      const replayed = backtestResponse.parse(answer);
      until.push(`${replayed.readings} ${replayed.complete}`);
      continuation = replayed.continuation;
      if (!replayed.complete) continue;
      expect(replayed.message).toBe(
        'BTC: the draft would have swept 3 times, 7.5 BTC; the rules in force, 2 times, 8 BTC.',
      );
      expect(replayed.difference).toEqual([{ currency: 'BTC', sweeps: 1, total: '-0.5' }]);
    } while (continuation !== undefined);
    expect(until).toEqual(['3 false', '6 false', '7 true']);
  });

  it('does not go on with another draft, nor with a text that no answer held', async () => {
    await putPast(...PAST);
    const { continuation } = backtestResponse.parse((await ask('backtest', body)).body);
    const other = { ...body, to: tick(99), continuation };
    expect(await ask('backtest', other)).toMatchObject({
      status: 409,
      body: { type: 'urn:sluice:problem:continuation-differs' },
    });
    for (const made of ['x', `${continuation?.slice(0, -9)}`, '', 'eJyrVkrLz1eyUkpKLFKqBQA']) {
      const answer = await ask('backtest', { ...body, continuation: made });
      expect(answer).toMatchObject({ status: 422, body: { fields: [{ field: 'continuation' }] } });
    }
  });

  it('is refused where the range ends before it begins, and where nothing is armed', async () => {
    const turned = { ...body, from: RANGE.to, to: RANGE.from };
    expect(await ask('backtest', turned)).toMatchObject({
      status: 422,
      body: { fields: [{ field: 'to' }] },
    });
    const large = { ...body, continuation: 'x'.repeat(300_000) };
    expect((await ask('backtest', large)).status).toBe(413);
  });
});
