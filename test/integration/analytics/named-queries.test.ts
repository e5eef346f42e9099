import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AnalyticsBucket } from '../../../adapters/analytics/analytics-bucket.ts';
import { reportRates } from '../../../adapters/store/report-rates.ts';
import { type AnalystDatabase, openAnalystDatabase } from '../../../local/sql/analyst-database.ts';
import { askedByName, type Given } from '../../../local/sql/ask.ts';
import { exportWhatIsDue } from '../../../reporting/analytics/export.ts';
import { namedQueries } from '../../../reporting/analytics/named-queries.ts';
import { temporaryFolder } from '../../lifetimes/temporary-folder.ts';
import { hmacSeals } from '../../seals/hmac-seals.ts';
import { type Deployed, deployFunctions, TENANT } from '../functions/deployed-functions.ts';
import { type Engine, startEngine } from '../store/engine.ts';
import { BUCKET, startBucket } from './bucket.ts';
import {
  type Decided,
  decisionsIn,
  type Flowed,
  type Holding,
  instantIn,
  type Json,
  linesOf,
  number,
  rateNamed,
  sqlMoment,
  sumOf,
} from './comparing.ts';
import { duckDbIsHere, NOT_HERE } from './duckdb-here.ts';
import { CHANGES, DAY_AFTER, FIRST_DAY, recordHistory, WIDE } from './recorded-history.ts';

const RANGE = { from: FIRST_DAY, to: DAY_AFTER };
const TICKS = { from: `${FIRST_DAY}T00:00:00Z`, to: `${DAY_AFTER}T00:00:00Z` };

const data = temporaryFolder();
let engine: Engine;
let deployed: Deployed;
let database: AnalystDatabase;
let closing: () => Promise<void>;
let exported: unknown;

beforeAll(async () => {
  engine = await startEngine();
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  deployed = await deployFunctions(engine);
  const s3 = await startBucket(data);
  closing = () => s3.close();
  vi.stubEnv('AWS_ENDPOINT_URL_S3', s3.url);
  vi.stubEnv('ANALYTICS_BUCKET', BUCKET);
  const tableName = process.env.SERIES_TABLE ?? '';
  await recordHistory(deployed, { client: engine.client, tableName });
  const { handler } = await import('../../../functions/export-analytics/handler.ts');
  const context = { getRemainingTimeInMillis: () => 300_000 };
  exported = await handler({ tenant: TENANT, ...RANGE }, context as never);
  if (duckDbIsHere) database = await openAnalystDatabase(data);
});

afterAll(async () => {
  database?.close();
  await Promise.all([deployed.stop(), closing()]);
  await engine.stop();
  vi.restoreAllMocks();
});

describe('the files', () => {
  it('are one of each table and day, with every row', async () => {
    expect(exported).toMatchObject({ files: 24, next: null });
    const days = await Promise.all(
      ['2026-03-27', '2026-03-28', '2026-03-29', '2026-03-30'].map((day) =>
        rowsOf('snapshots', day),
      ),
    );
    const ticks = days.flat().map(({ tick }) => (tick as Date).toISOString());
    const stored = await deployed.snapshotItems();
    expect([...new Set(ticks)].sort()).toEqual(stored.map(({ sk }) => sk?.S ?? '').sort());
  });

  it('hold amounts exactly, and say which of their decimals are not', async () => {
    const rows = await rowsOf('snapshots', FIRST_DAY);
    const wide = rows.filter(({ currency }) => currency === 'X.WIDE');
    expect(wide.find(({ total }) => total === WIDE)).toMatchObject({
      total_decimal: null,
      rounded: true,
    });
    expect(wide.map(({ total }) => total)).toContain('0.000000000000000000000000000001');
    expect(rows.filter(({ currency }) => currency === 'ETH').length).toBeGreaterThan(0);
  });

  it('of the schedule begin with the first tick, and go on where they are whole', async () => {
    const ports = {
      snapshots: deployed.snapshotsTable,
      ledger: deployed.ledgerTable,
      bucket: new AnalyticsBucket(BUCKET),
      hasTime: () => true,
      ratesOf: reportRates(deployed.ledgerTable, hmacSeals, { consistent: false }),
    };
    const at = (time: string) => exportWhatIsDue({ ...ports, now: () => time }, TENANT);
    // Today, and the three days before it; yesterday may still change.
    expect(await at('2026-03-30T05:00:00.000Z')).toMatchObject({ files: 4 * 6, next: null });
    expect(await at('2026-03-30T05:30:00.000Z')).toMatchObject({ files: 2 * 6, next: null });
    expect(await at('2026-03-30T06:00:00.000Z')).toMatchObject({ files: 2 * 6, next: null });
    expect(await at('2026-03-30T07:00:00.000Z')).toMatchObject({ files: 6, next: null });
    expect(await at('2026-03-30T07:01:00.000Z')).toMatchObject({ files: 0, next: null });
    // The next day: today, yesterday, and what may have changed of the days before once more.
    expect(await at('2026-03-31T01:00:00.000Z')).toMatchObject({
      files: 2 * 6 + 3 * 4,
      next: null,
    });
    const noTime = { ...ports, hasTime: () => false, now: () => '2026-04-02T12:00:00.000Z' };
    expect(await exportWhatIsDue(noTime, TENANT)).toMatchObject({ files: 6, next: '2026-03-30' });
  });

  it('are written by the repetition of a run that failed: it was not under way any more', async () => {
    const ports = {
      snapshots: deployed.snapshotsTable,
      ledger: deployed.ledgerTable,
      bucket: new AnalyticsBucket(BUCKET),
      hasTime: () => true,
      ratesOf: reportRates(deployed.ledgerTable, hmacSeals, { consistent: false }),
      now: () => '2026-04-03T12:00:00.000Z',
    };
    const gone = { ...ports, ledger: { ...ports.ledger, tableName: 'gone' } };
    await expect(exportWhatIsDue(gone, TENANT)).rejects.toThrow();
    const again = { ...ports, now: () => '2026-04-03T12:01:00.000Z' };
    expect((await exportWhatIsDue(again, TENANT)).files).toBeGreaterThan(0);
  });
});

if (!duckDbIsHere) {
  it(NOT_HERE, () => {
    expect(namedQueries().length).toBeGreaterThan(0);
  });
}

describe.skipIf(!duckDbIsHere)('each named query answers as the API does:', () => {
  const compared = new Set<string>();
  const named = async (name: string, given: Given = {}): Promise<readonly Json[]> => {
    compared.add(name);
    const { sql, parameters } = askedByName(name, { ...RANGE, ...given }, TICKS.to);
    const { columns, rows } = await database.query(sql, parameters, 10_000);
    return rows.map((row) =>
      Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null])),
    );
  };

  it.each(['BTC', 'ETH', 'X.WIDE'])('holdings-by-day of %s', async (currency) => {
    const answer = await items('query-reports', '/v1/reports/balances', { currency, ...TICKS });
    const rows = await named('holdings-by-day', { currency });
    expect(rows.length).toBeGreaterThan(1);
    const both = ['open', 'close', 'price', 'value'];
    // What is beyond the decimals cannot be compared by them.
    const extremes = currency === 'X.WIDE' ? [] : ['low', 'high'];
    expect(rows.map((row) => [...periodOf(row), ...pick(row, [...both, ...extremes])])).toEqual(
      answer.map((row) => [
        row.period,
        row.firstAt,
        row.lastAt,
        String(row.snapshots),
        row.reportingCurrency,
        ...pick(row, [...both, ...extremes]),
      ]),
    );
  });

  it('totals-by-day', async () => {
    const answer = await items('query-reports', '/v1/reports/totals', TICKS);
    const rows = await named('totals-by-day');
    expect(rows.length).toBeGreaterThan(1);
    const amounts = ['open', 'close', 'low', 'high'];
    // A day without any total has a row in the API, to say so.
    const known = answer.filter(({ close }) => close !== null);
    expect(
      rows.map((row) => [row.day, row.snapshots, row.reporting_currency, ...pick(row, amounts)]),
    ).toEqual(
      known.map((row) => [
        row.period,
        String(Number(row.snapshots) - Number(row.partialSnapshots)),
        row.reportingCurrency,
        ...pick(row, amounts),
      ]),
    );
  });

  it.each(['2026-03-28T12:00:00Z', '2026-03-29T00:00:01Z', '2026-03-30T23:59:59Z'])(
    'holdings-at %s',
    async (at) => {
      const [snapshot] = await items('query-reports', '/v1/snapshots', { at });
      const { balances, valuation, scheduledFor, takenAt } = snapshot as unknown as Holding;
      const rows = await named('holdings-at', { at, from: FIRST_DAY });
      expect(rows).toEqual(
        Object.keys(balances)
          .sort()
          .map((currency) => ({
            currency,
            total: balances[currency]?.total,
            available: balances[currency]?.available ?? null,
            price: valuation.values[currency]?.price ?? null,
            price_path: valuation.values[currency]?.path ?? null,
            value: valuation.values[currency]?.value ?? null,
            manual_rate: rateNamed(valuation.values[currency]?.manualRate),
            reporting_currency: valuation.reportingCurrency,
            tick: sqlMoment(scheduledFor),
            taken_at: sqlMoment(takenAt),
          })),
      );
    },
  );

  it('missed-snapshots', async () => {
    const answer = await items('query-reports', '/v1/snapshots', TICKS);
    const missed = answer.filter(({ kind }) => kind === 'missed').toReversed();
    expect(missed.length).toBeGreaterThan(1);
    expect(await named('missed-snapshots')).toEqual(
      missed.map(({ scheduledFor, missedAt, code, reason }) => ({
        day: String(scheduledFor).slice(0, 10),
        tick: sqlMoment(String(scheduledFor)),
        missed_at: sqlMoment(String(missedAt)),
        missed_because: `${code}: ${reason}`,
      })),
    );
  });

  it('why-not-swept', async () => {
    const rule = 'eth-cold';
    const answer = await items('query-ledger', '/v1/decisions', { ...TICKS, rule });
    const held = decisionsIn(answer)
      .filter(({ outcome }) => outcome === 'no-sweep')
      .toReversed();
    expect(held.length).toBeGreaterThan(1);
    expect(await named('why-not-swept', { rule })).toEqual(
      held.map((decision) => ({
        tick: sqlMoment(decision.snapshot),
        decided_at: sqlMoment(decision.decidedAt),
        rule_version: String(decision.ruleVersion),
        currency: decision.currency,
        reason: decision.reason,
        would_sweep: decision.wouldSweep ?? null,
        failed_limits: decision.checks
          .filter(({ holds }) => !holds)
          .map(({ limit }) => limit)
          .join(' '),
        explanation: decision.explanation,
      })),
    );
  });

  it('decisions-by-reason', async () => {
    const decisions = decisionsIn(await items('query-ledger', '/v1/decisions', TICKS));
    const keyOf = ({ ruleId, outcome, reason }: Decided) =>
      [ruleId, outcome, reason ?? null].join();
    const expected = Map.groupBy(decisions.toReversed(), keyOf);
    expect(expected.size).toBeGreaterThan(3);
    const rows = await named('decisions-by-reason');
    expect(rows).toHaveLength(expected.size);
    for (const { rule_id, outcome, reason, decisions: count, first_tick, amount } of rows) {
      const group = expected.get([rule_id, outcome, reason].join()) ?? [];
      expect([count, first_tick]).toEqual([
        String(group.length),
        sqlMoment(group[0]?.snapshot ?? ''),
      ]);
      expect(number(amount)).toBe(sumOf(group.map((each) => each.amount)));
    }
  });

  it.each(['SOL', 'BTC'])('movements of %s', async (currency) => {
    const flows = (await items('query-reports', '/v1/reports/flows', { ...TICKS, currency })).map(
      (flow) => flow as unknown as Flowed,
    );
    const rows = await named('movements', { currency });
    expect(rows.length).toBeGreaterThan(3);
    const ofApi = flows
      .toReversed()
      .flatMap((flow) => linesOf(flow))
      .map(({ snapshot, opening, closing, kind, at, amount, ...more }) => [
        ...[snapshot, opening, closing, kind, at, amount],
        more.instructionId ?? null,
        more.askedBy ?? null,
        more.approvedBy?.join('; ') ?? null,
        more.reference ?? null,
      ]);
    const ofSql = rows.map((row) => [
      instantIn(row.tick),
      row.opening,
      row.closing,
      row.kind,
      instantIn(row.moved_at),
      row.amount,
      row.instruction_id,
      row.asked_by,
      row.approved_by,
      row.reference,
    ]);
    expect(ofSql).toEqual(ofApi);
  });

  it('values of movements, as the statement of their month has them: by prices, by a manual rate, or none', async () => {
    const query = { month: '2026-03', timeZone: 'UTC', currency: 'ETH' };
    const lines = await items('query-reports', '/v1/reports/statement/lines', query);
    const ofApi = lines
      .filter(({ snapshot, kind }) => snapshot !== null && kind !== 'opening' && kind !== 'closing')
      .map(({ snapshot, amount, value, price, manualRate }) => [
        ...[snapshot, amount, price, value],
        rateNamed(manualRate as { id: string; version: number } | undefined),
      ]);
    const { columns, rows } = await database.query(
      'SELECT tick, amount, price, value, manual_rate FROM flows WHERE tenant = ? AND currency = ? ORDER BY tick',
      [TENANT, 'ETH'],
      10_000,
    );
    expect(columns).toContain('manual_rate');
    const ofSql = rows.map(([tick, ...cells]) => [instantIn(tick), ...cells]);
    expect(ofSql).toEqual(ofApi);
    const rates = new Set(ofSql.map((row) => row.at(-1)));
    expect([...rates].sort()).toEqual(['manual rate eth-q1 version 1', null]);
  });

  it('flows-by-kind', async () => {
    const flows = await items('query-reports', '/v1/reports/flows', TICKS);
    const lines = flows
      .flatMap((flow) => linesOf(flow as unknown as Flowed))
      .filter(({ currency }) => currency !== 'X.WIDE');
    const expected = Map.groupBy(lines, ({ currency, kind }) => `${currency} ${kind}`);
    const rows = (await named('flows-by-kind')).filter(({ currency }) => currency !== 'X.WIDE');
    expect(rows.map(({ currency, kind }) => `${currency} ${kind}`)).toEqual(
      [...expected.keys()].sort(),
    );
    for (const { currency, kind, movements, amount } of rows) {
      const group = expected.get(`${currency} ${kind}`) ?? [];
      expect(movements).toBe(String(group.length));
      expect(number(amount)).toBe(sumOf(group.map((each) => each.amount)));
    }
  });

  it('unexplained', async () => {
    const flows = (await items('query-reports', '/v1/reports/flows', TICKS)) as unknown as Flowed[];
    const expected = flows
      .filter(({ difference }) => difference?.state === 'open')
      .map((flow) => [flow.currency, flow.snapshot, flow.unexplained].join(' '));
    expect(expected.length).toBeGreaterThan(3);
    const rows = await named('unexplained');
    expect(
      rows.map((row) => [row.currency, instantIn(row.tick), row.amount].join(' ')).sort(),
    ).toEqual(expected.sort());
  });

  it('breaks-explained, and breaks-by-class', async () => {
    const answer = await items('query-reports', '/v1/reports/breaks', TICKS);
    expect(answer.length).toBeGreaterThan(3);
    const ofApi = answer.map(({ id, currency, amount, severity, status }) =>
      [id, currency, amount, severity, (status as Json).state].join(' '),
    );
    const rows = await named('breaks-explained');
    const ofSql = rows.map((row) =>
      [row.break_id, row.currency, row.amount, row.severity, row.state].join(' '),
    );
    expect(ofSql.sort()).toEqual(ofApi.sort());
    const groups = await named('breaks-by-class');
    const counted = groups.reduce((sum, { breaks }) => sum + Number(breaks), 0);
    expect(counted).toBe(answer.length);
  });

  it('instructions, approvals and timings, row by row', async () => {
    const answer = (await items('query-ledger', '/v1/instructions', TICKS)).map(asRow);
    expect(answer.length).toBeGreaterThan(0);
    const rows = await named('instructions');
    const bare = rows.map((row) => [
      row.instruction_id,
      ...[row.created_at, row.approved_at, row.confirmed_at].map((at) => at && instantIn(at)),
      ...[row.kind, row.origin, row.state, row.amount, row.approved_by],
      ...[row.seconds_to_approval, row.seconds_to_confirmation].map(wholeOf),
    ]);
    const ofApi = answer.map((each) => [
      ...[each.id, each.createdAt, each.approvedAt, each.confirmedAt],
      ...[each.kind, each.origin, each.state, each.amount, each.by.join('; ')],
      ...[each.toApproval, each.toConfirmation],
    ]);
    expect(bare.sort()).toEqual(ofApi.sort());
    const approved = answer.filter(({ by }) => by.length > 0);
    const groups = Map.groupBy(approved, ({ by, kind, origin, state }) =>
      JSON.stringify([by.join('; '), kind, origin, state]),
    );
    const ofGroups = [...groups].map(([key, group]) => [
      ...JSON.parse(key),
      group.length,
      ...leastMost(group.map(({ toApproval }) => toApproval)),
    ]);
    const grouped = (await named('approvals')).map((row) => [
      ...[row.approved_by, row.kind, row.origin, row.state],
      ...[row.instructions, row.least_seconds, row.most_seconds].map(wholeOf),
    ]);
    expect(grouped.sort()).toEqual(ofGroups.sort());
    const confirmed = answer.filter(({ toConfirmation }) => toConfirmation !== null);
    const kinds = Map.groupBy(confirmed, ({ kind, origin }) => JSON.stringify([kind, origin]));
    const ofKinds = [...kinds].map(([key, group]) => [
      ...JSON.parse(key),
      ...[group.length, ...leastMedianMost(group.map(({ toConfirmation }) => toConfirmation))],
    ]);
    const timed = (await named('timings')).map((row) => [
      ...[row.kind, row.origin],
      ...[row.confirmed, row.least, row.median, row.most].map(wholeOf),
    ]);
    expect(timed.sort()).toEqual(ofKinds.sort());
  });

  it('policy-changes and policy-approvals, row by row', async () => {
    const all = await items('query-ledger', '/v1/changes', {});
    const answer = all.filter(({ madeAt }) => TICKS.from <= `${madeAt}` && `${madeAt}` < TICKS.to);
    expect(answer).toHaveLength(CHANGES.length);
    const seconds = (from: unknown, to: unknown) =>
      Math.round((Date.parse(`${to}`) - Date.parse(`${from}`)) / 1_000);
    const ofApi = answer.map(({ id, subject, state, madeBy, madeAt, decided }) => {
      const { by = null, at = null, comment = null } = (decided ?? {}) as Json;
      const waited = at === null ? null : seconds(madeAt, at);
      // What was not decided has expired by now.
      const stored = state === 'expired' ? 'proposed' : state;
      return [id, subject, stored, madeBy, madeAt, by, at, comment, waited];
    });
    const rows = (await named('policy-changes')).map((row) => [
      ...[row.change_id, row.subject, row.state, row.proposed_by, instantIn(row.proposed_at)],
      ...[row.decided_by, row.decided_at && instantIn(row.decided_at), row.decision_comment],
      wholeOf(row.seconds_to_decision),
    ]);
    expect(rows.sort()).toEqual(ofApi.sort());
    const decided = answer.filter((each) => each.decided !== undefined);
    const groups = Map.groupBy(decided, (each) =>
      JSON.stringify([(each.decided as Json).by, each.kind, each.state]),
    );
    const ofGroups = [...groups].map(([key, group]) => [
      ...JSON.parse(key),
      group.length,
      ...leastMedianMost(group.map((each) => seconds(each.madeAt, (each.decided as Json).at))),
    ]);
    const grouped = (await named('policy-approvals')).map((row) => [
      ...[row.decided_by, row.kind, row.state],
      ...[row.changes, row.least_seconds, row.median_seconds, row.most_seconds].map(wholeOf),
    ]);
    expect(grouped.sort()).toEqual(ofGroups.sort());
  });

  it('and none is left out', () => {
    expect([...compared].sort()).toEqual(namedQueries().map(({ name }) => name));
  });
});

/** What the API says of an instruction, worked out from its history alone. */
function asRow({ id, createdAt, content, origin, status, history }: Json) {
  const entries = history as readonly { state: string; at: string; by?: readonly string[] }[];
  const first = (state: string) => entries.find((entry) => entry.state === state)?.at ?? null;
  const since = (at: string | null) =>
    at === null ? null : Math.round((Date.parse(at) - Date.parse(String(createdAt))) / 1_000);
  const [approvedAt, confirmedAt] = [first('approved'), first('confirmed')];
  return {
    ...{ id, createdAt, approvedAt, confirmedAt },
    kind: (content as Json).kind,
    amount: (content as Json).amount,
    origin: (origin as Json).kind,
    state: (status as Json).state,
    by: entries.flatMap(({ by = [] }) => by),
    toApproval: since(approvedAt),
    toConfirmation: since(confirmedAt),
  };
}

const wholeOf = (cell: unknown) => (cell === null || cell === undefined ? null : Number(cell));

function leastMost(seconds: readonly (number | null)[]): readonly (number | null)[] {
  const [least = null, , most = null] = leastMedianMost(seconds);
  return [least, most];
}

/** The median is the lower one of two in the middle. */
function leastMedianMost(seconds: readonly (number | null)[]): readonly (number | null)[] {
  const known = seconds.filter((each) => each !== null).sort((a, b) => a - b);
  return [known[0] ?? null, known[Math.ceil(known.length / 2) - 1] ?? null, known.at(-1) ?? null];
}

/** Every item of a list of the API, page by page. */
async function items(name: string, route: string, query: Readonly<Record<string, string>>) {
  const found: Json[] = [];
  let cursor: string | null = null;
  do {
    const asked = { ...query, ...(cursor === null ? {} : { cursor }) };
    const call = { routeKey: `GET ${route}`, query: asked, groups: '[viewer]' };
    const { status, body } = await deployed.call(name, call);
    expect(status).toBe(200);
    found.push(...(body.items as Json[]));
    cursor = body.next as string | null;
  } while (cursor !== null);
  return found;
}

async function rowsOf(table: string, day: string) {
  const file = path.join(
    data,
    'tables',
    table,
    `tenant=${TENANT}`,
    `day=${day}`,
    `${table}.parquet`,
  );
  return await parquetReadObjects({ file: new Uint8Array(readFileSync(file)).buffer });
}

function periodOf(row: Json) {
  return [
    row.day,
    instantIn(row.first_tick),
    instantIn(row.last_tick),
    row.snapshots,
    row.reporting_currency,
  ];
}

function pick(row: Json, names: readonly string[]) {
  return names.map((name) => row[name]);
}
