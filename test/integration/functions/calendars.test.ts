import { describe, expect, it } from 'vitest';
import { calendarDraftOf } from '../../../treasury/changes/drafts.ts';
import { judgePiece } from '../../../treasury/sealing/policy-seals.ts';
import { CALENDAR } from '../../samples/policy.ts';
import { hmacSeals } from '../../seals/hmac-seals.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { TENANT } from './deployed-functions.ts';
import { codeOf } from './deployment-steps.ts';
import { policyCalls } from './policy-calls.ts';

const { deployed } = deployedForEachTest();
const calls = policyCalls(deployed);

const ZURICH = { ...calendarDraftOf(CALENDAR), holidays: [{ date: '2026-08-01', name: 'Day' }] };

const create = (body: object) => calls.manage('POST /v1/calendars', null, body, {});
const put = (body: object, ifMatch: string) =>
  calls.manage('PUT /v1/calendars/{id}', ZURICH.id, body, { ifMatch });
const remove = (ifMatch: string) =>
  calls.manage('DELETE /v1/calendars/{id}', ZURICH.id, undefined, { ifMatch });
const idsOf = async () =>
  ((await calls.read('GET /v1/calendars')).body.items as readonly { readonly id: string }[]).map(
    ({ id }) => id,
  );

async function agreed(asked: { readonly status?: number | undefined; readonly body: object }) {
  expect(asked.status).toBe(202);
  const { id } = asked.body as { readonly id: string };
  expect((await calls.decide('approve', id)).status).toBe(200);
}

describe('a calendar over the API', () => {
  it('takes two people to come and to open a day, and one to close one', async () => {
    await agreed(await create(ZURICH));
    expect(await idsOf()).toEqual(['fedwire', ZURICH.id, 'target']);
    const closed = { ...ZURICH, holidays: [...ZURICH.holidays, { date: '2026-12-24' }] };
    expect((await put(closed, '"1"')).status).toBe(200);
    const opened = await put(ZURICH, '"2"');
    expect(opened.body).toMatchObject({
      subject: `calendar:${ZURICH.id}`,
      widens: ['"Holidays" loses 2026-12-24: money leaves on what was closed'],
    });
    await agreed(opened);
    const [item] = (await deployed().ledger.readPolicy(TENANT)).calendars ?? [];
    if (item === undefined) throw new Error('no calendar');
    const epoch = await deployed().ledger.epoch();
    const sealed = await judgePiece(
      hmacSeals,
      { tenant: TENANT, epoch },
      { kind: 'calendar', item },
    );
    expect([sealed, item.version]).toEqual(['valid', 3]);
    const history = await calls.read('GET /v1/calendars/{id}/history', ZURICH.id);
    expect(history.body.items).toMatchObject([3, 2, 1].map((version) => ({ version })));
    expect(await calls.verdict()).toBe('intact');
  });

  it('is not deleted while a rule names it, and no rule names one that is not there', async () => {
    const named = { calendars: [ZURICH.id] };
    expect(codeOf(await calls.putRule(named))).toBe('policy-conflict');
    await agreed(await create(ZURICH));
    expect((await calls.putRule(named)).status).toBe(200);
    expect(codeOf(await remove('"1"'))).toBe('calendar-in-use');
    await agreed(await calls.putRule({}, '"2"'));
    expect((await remove('"1"')).status).toBe(200);
    expect(codeOf(await create(ZURICH))).toBe('id-used-before');
    expect(codeOf(await calls.putRule(named, '"3"'))).toBe('policy-conflict');
  });

  it('that is built in is read like any other, and neither replaced nor taken', async () => {
    const target = await calls.read('GET /v1/calendars/{id}', 'target');
    expect(target.body).toMatchObject({ id: 'target', builtIn: true, version: 0 });
    const taken = await create({ ...ZURICH, id: 'target' });
    expect([codeOf(taken), taken.body.fields]).toMatchObject([
      'policy-conflict',
      [{ field: 'id' }],
    ]);
  });

  it('is accepted within its range alone, each date once', async () => {
    const twice = { ...ZURICH, holidays: [{ date: '2026-08-01' }, { date: '2026-08-01' }] };
    expect(codeOf(await create(twice))).toBe('invalid-body');
    const beyond = { ...ZURICH, holidays: [{ date: '2027-01-01' }] };
    expect(codeOf(await create(beyond))).toBe('policy-conflict');
    expect(codeOf(await create({ ...ZURICH, timeZone: 'Mars' }))).toBe('policy-conflict');
  });
});
