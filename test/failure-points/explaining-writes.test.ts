import { describe, expect, it } from 'vitest';
import type { LedgerWrite } from '../../treasury/ledger/ledger.ts';
import type { MatchingRule } from '../../treasury/policy/matching-rule.ts';
import type { ReconcilePorts } from '../../treasury/reconciliation/ports.ts';
import { reconcile } from '../../treasury/reconciliation/reconcile.ts';
import { SealsUnavailableError } from '../../treasury/seals/ports.ts';
import { AGREED, sealedRule } from '../simulation/classes/agreed-rules.ts';
import { PlantedBooks } from '../unit/reconciliation/planted-books.ts';
import { snapshotAt } from '../unit/reconciliation/samples.ts';

/*
 * Everything that can come between the reading of a rule and the write that explains by it. A snapshot that fails comes again;
 * afterwards a fee is explained once and counted once, or it is a break.
 */

const FEES: MatchingRule = AGREED.fees;
const FEE = '0.0004';
const SNAPSHOTS = [
  snapshotAt(0, { BTC: '5' }),
  snapshotAt(300, { BTC: '4.9996' }),
  snapshotAt(600, { BTC: '4.9992' }),
];

class Crash extends Error {}
type Commit = ReconcilePorts['ledger']['commit'];
type Disturb = (next: Commit, books: PlantedBooks) => Commit;

interface Point {
  readonly name: string;
  /** Wraps the commits of the first delivery; `next` is the ledger itself. */
  readonly commit?: Disturb;
  readonly seals?: 'out of reach';
  /** Each fee's state, in the end. */
  readonly expected: readonly ('matched' | 'open')[];
}

const explains = (writes: readonly LedgerWrite[]) =>
  writes.some(({ kind }) => kind === 'put-matching-usage');

/** Once, at the first write that explains. */
const once = (happens: Disturb): Disturb => {
  return (next, books) => {
    let isOver = false;
    const disturbed = happens(next, books);
    return async (tenant, writes) => {
      if (isOver || !explains(writes)) return await next(tenant, writes);
      isOver = true;
      return await disturbed(tenant, writes);
    };
  };
};

const BOTH = ['matched', 'matched'] as const;

const POINTS: readonly Point[] = [
  { name: 'nothing goes wrong', expected: BOTH },
  {
    name: 'the process dies before the write',
    commit: once(() => async () => {
      throw new Crash();
    }),
    expected: BOTH,
  },
  {
    name: 'the process dies right after the write',
    commit: once((next) => async (tenant, writes) => {
      await next(tenant, writes);
      throw new Crash();
    }),
    expected: BOTH,
  },
  {
    name: 'the write happens, and its answer says that another writer came in between',
    commit: once((next) => async (tenant, writes) => {
      await next(tenant, writes);
      return { ok: false, conflicts: ['put-matching-usage'] };
    }),
    expected: BOTH,
  },
  {
    name: 'another writer comes in between',
    commit: once(() => async () => ({ ok: false, conflicts: ['put-break'] })),
    expected: BOTH,
  },
  {
    name: 'another reconciliation uses the room of the rule meanwhile',
    commit: once((_, books) => async () => {
      const hours = { '2026-01-05T09:00:00.000Z': '0.0047' };
      const usage = { tenant: 'main', ruleId: FEES.id, unit: 'BTC', hours, occurrences: [] };
      books.matchingUsage.set(FEES.id, { ...usage, version: 1 });
      return { ok: false, conflicts: ['put-matching-usage'] };
    }),
    expected: ['open', 'open'],
  },
  {
    name: 'a person narrows the rule meanwhile',
    commit: once((next, books) => async (tenant, writes) => {
      const narrower = await sealedRule({ ...FEES, version: 2, maximum: '0.0003' });
      books.matchingRules = [narrower];
      books.rememberRule(FEES.id, 2);
      return await next(tenant, writes);
    }),
    expected: ['open', 'open'],
  },
  {
    name: 'a person deletes the rule meanwhile',
    commit: once((next, books) => async (tenant, writes) => {
      books.matchingRules = [];
      return await next(tenant, writes);
    }),
    expected: ['open', 'open'],
  },
  {
    name: 'the key of the seals is out of reach',
    seals: 'out of reach',
    expected: ['open', 'open'],
  },
];

function portsOf(books: PlantedBooks, point: Point): ReconcilePorts {
  const ports = books.ports();
  const { commit } = ports.ledger;
  const wrapped = point.commit?.(commit, books) ?? commit;
  const unreachable = async () => {
    throw new SealsUnavailableError('out of reach');
  };
  const matching =
    point.seals === undefined || ports.matching === undefined
      ? {}
      : { matching: { ...ports.matching, seals: { verify: unreachable } } };
  return { ...ports, ...matching, ledger: { ...ports.ledger, commit: wrapped } };
}

async function delivered(point: Point): Promise<PlantedBooks> {
  const books = new PlantedBooks();
  books.matchingRules = [await sealedRule(FEES)];
  const ports = portsOf(books, point);
  for (const snapshot of SNAPSHOTS) {
    books.snapshots.put(snapshot);
    try {
      await reconcile(ports, snapshot, {});
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
      // The stream delivers it again.
      await reconcile(ports, snapshot, {});
    }
  }
  // And once more: what is explained already is not explained twice.
  for (const snapshot of SNAPSHOTS) await reconcile(ports, snapshot, {});
  return books;
}

describe('the writes by which a matching rule explains', () => {
  it.each(POINTS)('$name: $expected', async (point) => {
    const books = await delivered(point);
    const breaks = [...books.breaks.values()];
    expect(breaks.map(({ amount }) => amount)).toEqual([`-${FEE}`, `-${FEE}`]);
    expect(breaks.map(({ status }) => status.state)).toEqual(point.expected);
    const counted = Object.values(books.matchingUsage.get(FEES.id)?.hours ?? {});
    const matched = point.expected.filter((state) => state === 'matched').length;
    if (matched > 0) expect(counted.map(Number)).toEqual([Number(FEE) * matched]);
    expect(books.current().map(({ unexplained }) => unexplained)).toEqual([`-${FEE}`, `-${FEE}`]);
  });
});
