import type { Item } from '../../../adapters/store/item.ts';
import type { LedgerWrite } from '../../../treasury/ledger/ledger.ts';
import type { Controls } from '../../../treasury/policy/controls.ts';
import { instantOf } from '../../../treasury/time/instant.ts';
import { belowBid } from '../market/below-bid.ts';
import { type ApiCall, type Deployed, streamEvent, TENANT } from './deployed-functions.ts';

/** A person's decision: with the digest of what was seen, or without one. */
export interface Word {
  readonly content?: unknown;
  readonly comment?: string;
}

/** What was seen goes as the If-Match. */
export function seen(digest: unknown): Pick<ApiCall, 'headers'> {
  return digest === undefined ? {} : { headers: { 'if-match': `"${digest}"` } };
}

/** The code of a problem. */
export function codeOf({ body }: { readonly body: Readonly<Record<string, unknown>> }): string {
  return String(body.type).replace('urn:sluice:problem:', '');
}

/** What the schedule, the streams and people have the deployed functions do. */
export function deploymentSteps(deployed: () => Deployed) {
  let lastTick = 0;
  /** Ticks of different moments, however fast they follow; a test that ended may have turned the clock. */
  const tick = () => {
    const now = Date.now();
    lastTick = Math.abs(now - lastTick) < 1_000 ? Math.max(now, lastTick + 1) : now;
    return { tenant: TENANT, scheduledFor: instantOf(lastTick) };
  };

  /** A snapshot of a tick of its own, as the stream delivers it; `at` is as the scheduler writes it. */
  const snapshot = async (at = tick()) => {
    await deployed().invoke('take-snapshot', at);
    const sk = instantOf(Date.parse(at.scheduledFor));
    return streamEvent(...(await deployed().snapshotItems()).filter((item) => item.sk?.S === sk));
  };

  const items = async (entity: string): Promise<readonly Item[]> =>
    (await deployed().ledgerItems()).filter((item) => item.entity?.S === entity);

  const instructions = async (state: string) =>
    (await items('instruction')).filter((item) => item.state?.S === state);

  /** What rules decide at a tick, as the stream would hand it to the sender. */
  const decided = async (taken?: object) => {
    await deployed().invoke('run-sweeps', taken ?? (await snapshot()));
    return streamEvent(...(await instructions('approved')));
  };

  /** The withdrawal that the rule decides on now, sent. */
  const sweep = async (taken?: object) => {
    const approved = await decided(taken);
    if (approved.Records.length === 0) throw new Error('nothing was decided');
    await deployed().invoke('send-withdrawal', approved);
  };

  const commit = async (...changes: readonly LedgerWrite[]) => {
    const written = await deployed().ledger.commit(TENANT, changes);
    if (!written.ok) throw new Error(`not written: ${written.conflicts.join(', ')}`);
  };

  const putControls = async (change: (before: Controls) => Partial<Controls>) => {
    const { controls } = await deployed().ledger.readPolicy(TENANT);
    if (controls === null) throw new Error('not armed');
    const next = { ...controls, ...change(controls), version: controls.version + 1 };
    await commit({ kind: 'put-controls', controls: next });
  };

  /** Sells a little below the bid, so that it is still the market's price when a person has approved. */
  const belowMarket = (amount = '0.1') => {
    const price = belowBid(deployed().sandbox);
    return { instrument: 'BTC/USD', side: 'Sell', price, amount };
  };

  return {
    tick,
    snapshot,
    watch: () => deployed().invoke('watchdog', tick()),
    items,
    instructions,
    decided,
    sweep,
    commit,
    putControls,
    tradesNeedApproval: (approvalAbove: string) =>
      putControls(({ trades }) => ({ trades: { ...trades, approvalAbove } })),
    lane: async (of = 'BTC') => {
      const lanes = await deployed().ledger.readLanes(TENANT);
      const lane = lanes.find(({ currency }) => currency === of);
      if (lane === undefined) throw new Error(`no lane ${of}`);
      return lane;
    },
    belowMarket,
    /** A trade of tina's. */
    trade: (body: unknown = belowMarket(), key = 'key-1', change: Partial<ApiCall> = {}) =>
      deployed().call('place-trade', {
        routeKey: 'POST /v1/trades',
        headers: { 'idempotency-key': key },
        body,
        ...change,
      }),
    /** A withdrawal that tess asks for. */
    withdraw: (body: unknown, change: Partial<ApiCall> = {}) =>
      deployed().call('manage-instructions', {
        routeKey: 'POST /v1/withdrawals',
        headers: { 'idempotency-key': 'key-1' },
        groups: '[treasurer]',
        by: 'tess',
        body,
        ...change,
      }),
    /** Ada decides, unless it is said who. */
    decide: (
      [list, id]: readonly [list: 'withdrawals' | 'trades', id: string],
      what: string,
      { content, ...body }: Word,
      who: Partial<ApiCall> = {},
    ) =>
      deployed().call('manage-instructions', {
        routeKey: `POST /v1/${list}/{id}/${what}`,
        path: { id },
        groups: '[approver]',
        by: 'ada',
        ...seen(content),
        body,
        ...who,
      }),
  };
}
