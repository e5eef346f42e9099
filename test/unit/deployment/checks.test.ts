import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { judgedEnd } from '../../../bin/deployment/backup-check.ts';
import {
  CHECK_NAMES,
  type Check,
  type CheckName,
  completed,
  exitCodeOf,
  notApplicable,
  type Part,
  runChecks,
  stateOf,
} from '../../../bin/deployment/check.ts';
import {
  functionChecks,
  objectParts,
  probeParts,
} from '../../../bin/deployment/function-checks.ts';
import {
  judgedMetrics,
  judgedNotice,
  statisticsForm,
  sumIn,
} from '../../../bin/deployment/notice-checks.ts';
import {
  judgedSnapshot,
  judgedUndecided,
  refusalOfSweep,
} from '../../../bin/deployment/snapshot-checks.ts';
import { verdictTable } from '../../../bin/deployment/verdict-table.ts';
import { neverHalted } from '../../../treasury/policy/halt-state.ts';
import type { Policy } from '../../../treasury/policy/policy.ts';
import type { Snapshot } from '../../../treasury/snapshots/snapshot.ts';
import type { Instant } from '../../../treasury/time/instant.ts';
import { CONTROLS, RULE } from '../../integration/protocol/treasury-under-test.ts';
import { MISSING } from '../../samples/not-read.ts';

const ok: Part = { of: 'a', state: 'ok', detail: 'seen' };
const failed: Part = { of: 'b', state: 'failed', detail: 'denied' };
const elsewhere = notApplicable('c', 'no such thing');

function check(name: CheckName, run: Check['run'], limitSeconds = 5): Check {
  return { name, proves: `that ${name}`, limitSeconds, run };
}

describe('docs/deploying.md', () => {
  const page = readFileSync('docs/deploying.md', 'utf8');
  const [, unproven = ''] = page.split('## Unproven until deployed');
  const rows = (unproven.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((row) => row.startsWith('| `'));
  const cells = rows.map((row) => row.split('|').map((cell) => cell.trim().replaceAll('`', '')));

  it('names with each thing that is unproven the check that shows it, or says that a person looks', () => {
    const by = cells.map(([, , , , shownBy]) => shownBy ?? '');
    expect([...new Set(by)].sort()).toEqual([...CHECK_NAMES, 'by hand'].sort());
  });

  it('has every check under its own name', () => {
    const ids = cells.filter(([, id, , , shownBy]) => id === shownBy).map(([, id]) => id);
    expect(ids.sort()).toEqual([...CHECK_NAMES].sort());
  });
});

describe('going live', () => {
  it('takes a look at everything: what is not applicable has failed, each part by itself', async () => {
    const seen = await runChecks(
      [[check('function-init', async () => [ok, elsewhere]), check('backup-made', async () => [])]],
      () => undefined,
    );
    expect(exitCodeOf(seen)).toBe(0);
    const verdicts = completed(seen);
    expect(exitCodeOf(verdicts)).toBe(1);
    expect(verdicts.map(({ state }) => state)).toEqual(['failed', 'failed']);
    expect(verdicts[0]?.parts).toEqual([
      ok,
      { of: 'c', state: 'failed', detail: 'not shown: no such thing' },
    ]);
    const whole = await runChecks([[check('backup-made', async () => [ok])]], () => undefined);
    expect(completed(whole)).toEqual(whole);
  });
});

describe('a check', () => {
  it('fails by one part, holds by one that was seen, and else was not applicable', () => {
    expect(stateOf([ok, failed, elsewhere])).toBe('failed');
    expect(stateOf([ok, elsewhere])).toBe('ok');
    expect(stateOf([elsewhere])).toBe('not-applicable');
    expect(stateOf([])).toBe('not-applicable');
  });

  it('that throws or takes too long has failed, and those after it are run', async () => {
    const said: string[] = [];
    const verdicts = await runChecks(
      [
        [
          check('function-init', () => Promise.reject(new Error('no such stage'))),
          check('mixed-transaction', () => new Promise(() => undefined), 0.01),
          check('first-snapshot', async (progress) => {
            progress('half way');
            return [ok];
          }),
        ],
        [check('backup-made', async () => [elsewhere])],
      ],
      (line) => said.push(line),
    );
    expect(verdicts.map(({ name, state }) => [name, state])).toEqual([
      ['function-init', 'failed'],
      ['mixed-transaction', 'failed'],
      ['first-snapshot', 'ok'],
      ['backup-made', 'not-applicable'],
    ]);
    expect(verdicts[0]?.parts[0]?.detail).toBe('no such stage');
    expect(verdicts[1]?.parts[0]?.detail).toBe('took longer than 10 ms');
    expect(said).toContain('first-snapshot: half way');
    expect(exitCodeOf(verdicts)).toBe(1);
    expect(exitCodeOf(verdicts.slice(2))).toBe(0);
  });
});

describe('the table', () => {
  it('says of each check what it proves and what came of it, of several parts each, and sums up', () => {
    const table = verdictTable([
      { name: 'function-init', proves: 'that it starts', state: 'ok', parts: [ok] },
      { name: 'halt-update', proves: 'that it may', state: 'failed', parts: [ok, failed] },
      { name: 'backup-made', proves: 'that it is', state: 'not-applicable', parts: [elsewhere] },
    ]);
    expect(table.split('\n')).toEqual([
      'check          what it proves  result               detail',
      'function-init  that it starts  ok                   a: seen',
      'halt-update    that it may     FAILED               1 ok, 1 FAILED',
      '  ok: a: seen',
      '  FAILED: b: denied',
      'backup-made    that it is      not applicable here  c: no such thing',
      '',
      '1 ok, 1 failed (halt-update), 1 not applicable here',
    ]);
  });
});

describe('a write that was tried', () => {
  const denied = { what: 'update (halt)', result: 'denied', message: 'is not authorized' } as const;
  const refused = { what: 'transaction (audit)', result: 'refused-by-its-condition' } as const;
  const answer = { diagnosis: 'mixed-transaction', probes: [refused, denied] } as const;
  const parts = (account: string, which: RegExp) =>
    probeParts(account, which)('halt', { ...answer, probes: [...answer.probes] });

  it('is permitted where only its condition kept it out', () => {
    expect(parts('111122223333', /^transaction/)).toMatchObject([{ state: 'ok' }]);
  });

  it('has failed where it was denied, in the words of whoever did', () => {
    expect(parts('111122223333', /^update/)).toEqual([
      { of: 'halt', state: 'failed', detail: 'update (halt): denied: is not authorized' },
    ]);
  });

  it('says on one machine that there is no IAM', () => {
    const [part] = parts('000000000000', /^transaction/);
    expect(part?.detail).toContain('there is no IAM here');
  });
});

describe('a function that fails', () => {
  const waited: number[] = [];
  /** A deployment where nothing is permitted before so many asked. */
  function checksOf(deniedTimes: number) {
    waited.length = 0;
    let asked = 0;
    const update = { what: 'update (halt)', result: 'denied', message: 'not yet' } as const;
    const place = { partition: 'aws', region: 'eu-central-1', account: '111122223333' };
    const [, , haltUpdate] = functionChecks({
      deployed: {
        place,
        find: (name) =>
          name === 'halt' ? { name, arn: name, code: '', environment: {} } : undefined,
        ask: async () => {
          asked += 1;
          const probe =
            asked > deniedTimes
              ? ({ what: 'update (halt)', result: 'refused-by-its-condition' } as const)
              : update;
          return { diagnosis: 'mixed-transaction', probes: [probe] };
        },
      },
      tenants: ['main'],
      without: [],
      pause: async (ms) => waited.push(ms),
    });
    return haltUpdate;
  }
  const ofHalt = async (deniedTimes: number) => {
    const parts = await checksOf(deniedTimes)?.run(() => undefined);
    return parts?.find(({ of }) => of === 'halt (main)');
  };

  it('is asked again after a while: a role that was just changed is not so everywhere yet', async () => {
    expect((await ofHalt(1))?.state).toBe('ok');
  });

  it('has failed where it still does', async () => {
    expect(await ofHalt(9)).toMatchObject({ state: 'failed' });
    expect(waited).toHaveLength(2);
  });

  it('because it is not there has failed as well', async () => {
    const parts = (await checksOf(0)?.run(() => undefined)) ?? [];
    expect(parts.find(({ of }) => of === 'watchdog (main)')).toMatchObject({
      state: 'failed',
      detail: 'it is not deployed',
    });
  });
});

describe('an object that is not there', () => {
  it.each([
    [404, 'ok'],
    [403, 'failed'],
    [500, 'failed'],
    [200, 'not-applicable'],
  ])('answered with %i is %s', (status, state) => {
    expect(objectParts('read-export', { diagnosis: 'missing-object', status })).toMatchObject([
      { state },
    ]);
  });
});

describe('a notice', () => {
  const counted = { invocations: 1, failed: 0, published: 1, delivered: 0 };

  it('arrived where the rule and the topic both counted it, and no call failed', () => {
    expect(judgedNotice(counted).state).toBe('ok');
    expect(judgedNotice({ ...counted, failed: 1 }).state).toBe('failed');
    expect(judgedNotice({ ...counted, published: 0 }).state).toBe('failed');
    expect(judgedNotice({ ...counted, invocations: 0 }).state).toBe('failed');
  });

  it('shows the dimensions of a rule only where the rule was counted under them', () => {
    expect(judgedMetrics(counted).state).toBe('ok');
    expect(judgedMetrics({ ...counted, invocations: 0 }).state).toBe('failed');
    expect(judgedMetrics(null).state).toBe('failed');
  });

  it('is asked about by the minute, under the dimensions that are given', () => {
    const sinceMs = Date.parse('2026-01-05T09:00:00Z');
    const dimensions = { RuleName: 'r', EventBusName: 'b' };
    const question = { namespace: 'AWS/Events', metric: 'Invocations', dimensions, sinceMs };
    const form = Object.fromEntries(new URLSearchParams(statisticsForm(question, sinceMs)));
    expect(form).toMatchObject({
      Action: 'GetMetricStatistics',
      StartTime: '2026-01-05T09:00:00.000Z',
      EndTime: '2026-01-05T09:01:00.000Z',
      'Dimensions.member.1.Name': 'RuleName',
      'Dimensions.member.2.Value': 'b',
    });
  });

  it('sums the datapoints of an answer, of none as none', () => {
    const member = (sum: string) => `<member><Unit>Count</Unit><Sum>${sum}</Sum></member>`;
    expect(sumIn(`<Datapoints>${member('1.0')}${member('2.0')}</Datapoints>`)).toBe(3);
    expect(sumIn('<Datapoints/>')).toBe(0);
  });
});

describe('a copy', () => {
  it.each([
    ['kept where the vault keeps copies', { deleted: false }, 'ok'],
    ['deleted where it must be kept', { deleted: true }, 'failed'],
  ])('%s', (_what, end, state) => {
    expect(judgedEnd('ledger', { seen: 'COMPLETED', ...end }).state).toBe(state);
    expect(judgedEnd('ledger', { seen: 'PARTIAL', ...end }).state).toBe('failed');
  });
});

describe('the last snapshot', () => {
  const AT = '2026-01-05T09:00:00.000Z';
  const of = (snapshot: object) => judgedSnapshot('main', snapshot as Snapshot, AT).state;

  it('holds where it was taken, and is not too old', () => {
    expect(of({ kind: 'taken', scheduledFor: AT })).toBe('ok');
    expect(of({ kind: 'taken', scheduledFor: '2026-01-05T08:59:59.999Z' })).toBe('failed');
    expect(judgedSnapshot('main', null, AT).state).toBe('failed');
  });

  it('that was missed is a failure, unless the operator has not filled in the token yet', () => {
    const missed = { kind: 'missed', scheduledFor: AT, why: MISSING.why };
    expect(of({ ...missed, code: 'no-token' })).toBe('not-applicable');
    expect(of({ ...missed, code: 'token-refused' })).toBe('failed');
  });
});

describe('a sweep', () => {
  const policy: Policy = {
    controls: { ...CONTROLS, mode: 'dry-run' },
    halt: neverHalted('main'),
    accounts: [],
    rules: [RULE],
  };

  it('is refused while the controls are live', () => {
    const live = { ...policy, controls: { ...CONTROLS, mode: 'live' } as const };
    expect(refusalOfSweep(live)).toBe('refused: the controls are live');
    expect(refusalOfSweep(policy)).toBeNull();
  });

  it('that is missing is told apart: of a snapshot that was taken here, and of one that is older than the rules', () => {
    const tick = '2026-01-05T09:00:00.000Z' as Instant;
    const since = (activeSince: string) => ({
      rules: [{ ...RULE, activeSince: activeSince as Instant }],
    });
    const judged = (of: Pick<Policy, 'rules'>, isOwn: boolean) =>
      judgedUndecided('main', of, { tick, isOwn, everyMinutes: 5 });
    expect(judged(since('2026-01-05T08:00:00.000Z'), true)).toMatchObject({ state: 'failed' });
    expect(judged(since('2026-01-05T08:00:00.000Z'), false)).toMatchObject({ state: 'failed' });
    expect(judged(since('2026-01-05T09:02:00.000Z'), true)).toMatchObject({ state: 'failed' });
    expect(judged(since('2026-01-05T09:02:00.000Z'), false)).toEqual({
      of: 'main',
      state: 'not-applicable',
      detail:
        'the schedule took the snapshot of 2026-01-05T09:00:00.000Z before there were these rules; verify again after 2026-01-05T09:05:00.000Z',
    });
  });

  it('is not looked for without a policy or rules', () => {
    expect(refusalOfSweep({ ...policy, controls: null })).toContain('no policy');
    expect(refusalOfSweep({ ...policy, rules: [] })).toContain('no rules');
  });
});
