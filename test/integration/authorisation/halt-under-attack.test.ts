import { Agent, request as httpRequest } from 'node:http';
import { afterAll, expect, it } from 'vitest';
import { CALLER_KINDS } from '../../../api/roles/authorisation-table.ts';
import { TENANT } from '../functions/deployed-functions.ts';
import { UNACCEPTABLE } from './presented.ts';
import { servedForTheFile } from './served-api.ts';

/** As many at once, each with as many requests, one after the other. */
const ATTACKERS = 60;
const REQUESTS_EACH = 12;
/** When the person halts: the attack is at its height. */
const HALT_AFTER_MS = 150;
const HALTED_WITHIN_MS = 2_000;
/** Other tests run beside this one: what is slow once may be theirs, what is slow each time is not. */
const ATTEMPTS = { retry: 2 };

const agent = new Agent({ keepAlive: true });
const served = servedForTheFile('limited');
afterAll(() => {
  agent.destroy();
});

async function post(path: string, token: string | null): Promise<number> {
  const headers = {
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    'content-type': 'application/json',
  };
  return await new Promise((resolve, reject) => {
    const url = `${served().url}${path}`;
    const sent = httpRequest(url, { method: 'POST', headers, agent }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end(JSON.stringify({ comment: 'something is odd' }));
  });
}

function callerOf(role: string) {
  const caller = CALLER_KINDS.find((each) => each.kind === 'person' && each.role === role);
  if (caller === undefined) throw new Error(`no caller is a ${role}`);
  return caller;
}

it(
  'is answered 200 within two seconds while sixty others flood it, and other routes, with what is refused',
  ATTEMPTS,
  async () => {
    const { tokens, deployed } = served();
    const [viewer, trader] = [callerOf('viewer'), callerOf('trader')];
    const [how] = UNACCEPTABLE;
    const bad = how === undefined ? null : await tokens.unacceptable(trader, how);
    const denied = await tokens.valid(viewer);
    const kinds = [
      { path: '/v1/controls/halt', token: bad },
      { path: '/v1/controls/halt', token: denied },
      { path: '/v1/controls/resume', token: denied },
    ] as const;
    const attack = Array.from({ length: ATTACKERS }, async (_, n) => {
      const { path, token } = kinds[n % kinds.length] ?? kinds[0];
      const seen: number[] = [];
      for (let time = 0; time < REQUESTS_EACH; time++) seen.push(await post(path, token));
      return seen;
    });
    await new Promise((resolve) => {
      setTimeout(resolve, HALT_AFTER_MS);
    });
    const begun = performance.now();
    const status = await post('/v1/controls/halt', await tokens.valid(trader));
    const tookMs = performance.now() - begun;
    const seen = (await Promise.all(attack)).flat();
    expect(status).toBe(200);
    expect(tookMs).toBeLessThan(HALTED_WITHIN_MS);
    // A flood beyond the generous limits before authorisation is a 429; none of it is anything but refused.
    expect([...new Set(seen)].filter((each) => ![401, 403, 429].includes(each))).toEqual([]);
    expect(seen).toContain(403);
    expect(await deployed.ledger.readHalt(TENANT)).toMatchObject({ mode: 'halted' });
    // Of all that was denied nothing stands in the audit chain, and little beside it.
    const items = await deployed.ledgerItems();
    const audited = items.filter(({ entity }) => entity?.S === 'audit-entry');
    expect(new Set(audited.map(({ action }) => action?.S))).toEqual(new Set(['halt']));
    expect(items.filter(({ entity }) => entity?.S === 'denials').length).toBeLessThan(5);
  },
);
