import { describe, expect, it } from 'vitest';
import { closeBreak, explainBreak } from '../../../treasury/breaks/decide.ts';
import type { MatchingRule } from '../../../treasury/policy/matching-rule.ts';
import { reconcile } from '../../../treasury/reconciliation/reconcile.ts';
import { sealedPiece } from '../../../treasury/sealing/policy-seals.ts';
import type { SnapshotTaken } from '../../../treasury/snapshots/snapshot.ts';
import { TENANT } from '../../samples/snapshots.ts';
import { hmacSeals } from '../../seals/hmac-seals.ts';
import { MATCHING_EPOCH, PlantedBooks } from '../reconciliation/planted-books.ts';
import {
  at,
  claimed,
  confirmed,
  START,
  snapshotAt,
  unknownOf,
  withdrawalOf,
} from '../reconciliation/samples.ts';

const FEE: MatchingRule = {
  id: 'fees',
  label: 'Network fee',
  kind: 'fee',
  direction: 'outflow',
  currency: 'BTC',
  maximum: '0.5',
  per24Hours: '1',
  enabled: true,
  version: 3,
  activeSince: START,
};
const DEPOSIT: MatchingRule = {
  id: 'deposits',
  label: 'Customer deposits',
  kind: 'deposit',
  direction: 'inflow',
  enabled: true,
  version: 1,
  activeSince: START,
};
const HOUR = 3_600;

async function sealed(...rules: readonly MatchingRule[]): Promise<readonly MatchingRule[]> {
  const here = { tenant: TENANT, epoch: MATCHING_EPOCH };
  const pieces = rules.map((item) =>
    sealedPiece(hmacSeals, here, { kind: 'matching-rule', item } as const, START),
  );
  return (await Promise.all(pieces)).map(({ item }) => item);
}

async function booksWith(...rules: readonly MatchingRule[]): Promise<PlantedBooks> {
  const books = new PlantedBooks();
  books.matchingRules = await sealed(...rules);
  return books;
}

async function arrive(books: PlantedBooks, ...snapshots: readonly SnapshotTaken[]) {
  const brought = [];
  for (const snapshot of snapshots) {
    books.snapshots.put(snapshot);
    books.now = at(1_000_000);
    brought.push(await reconcile(books.ports(), snapshot, {}));
  }
  return brought;
}

const btc = (...held: readonly (readonly [second: number, total: string])[]) =>
  held.map(([second, total]) => snapshotAt(second, { BTC: total }, 2, { 'BTC/USD': '50000' }));
const states = (books: PlantedBooks) =>
  [...books.breaks.values()].map(({ amount, status }) => [amount, status.state]);

describe('a difference that a matching rule expects', () => {
  it('is matched as it is found: with the rule, its version, and the class in its history', async () => {
    const books = await booksWith(FEE);
    const brought = await arrive(books, ...btc([0, '5'], [60, '4.9']));
    expect(brought[1]).toMatchObject({ opened: [], matched: [{ amount: '-0.1' }] });
    expect([...books.breaks.values()]).toMatchObject([
      {
        status: { state: 'matched', match: { ruleId: 'fees', version: 3, label: 'Network fee' } },
        history: [{ state: 'open' }, { state: 'matched', by: 'matching-rule:fees' }],
        version: 1,
      },
    ]);
    const before = books.commits;
    await arrive(books, ...btc([60, '4.9']));
    expect(books.commits).toBe(before);
  });

  it('is a break where no rule expects it', async () => {
    const books = await booksWith(FEE);
    await arrive(books, ...btc([0, '5'], [60, '4.4'], [120, '5']));
    expect(states(books)).toEqual([
      ['-0.6', 'open'],
      ['0.6', 'open'],
    ]);
  });

  it('is explained anew by a person, whose word stays; and closed only after that', async () => {
    const books = await booksWith(FEE);
    await arrive(books, ...btc([0, '5'], [60, '4.9']));
    const [id = ''] = books.breaks.keys();
    const ports = books.breakPorts();
    const said = { tenant: TENANT, id, by: 'tom', requestId: 'r', comment: 'looked at it' };
    expect(await closeBreak(ports, { ...said, version: 1 })).toMatchObject({
      refusal: { code: 'break-unexplained', message: /no person/ },
    });
    await explainBreak(ports, { ...said, version: 1, kind: 'foreign-debit' });
    await arrive(books, ...btc([120, '4.9']));
    expect(books.breaks.get(id)).toMatchObject({ status: { state: 'explained' }, version: 2 });
  });
});

describe('a rule that is put back to an earlier version in the table', () => {
  it('explains nothing, and the books go on: the difference is a break', async () => {
    const books = await booksWith(FEE);
    books.rememberRule(FEE.id, FEE.version + 1);
    const brought = await arrive(books, ...btc([0, '5'], [60, '4.9']));
    expect(states(books)).toEqual([['-0.1', 'open']]);
    expect(brought[1]?.unmatched).toMatchObject([{ ruleId: 'fees', why: 'not-as-it-stands' }]);
    expect(books.matchingUsage.size).toBe(0);
  });
});

describe('the bound of 24 hours', () => {
  it('keeps a theft in many small parts from passing as fees', async () => {
    const books = await booksWith(FEE);
    const drained = Array.from({ length: 6 }, (_, n) => [60 * n, `${5 - n * 0.4}`] as const);
    const brought = await arrive(books, ...btc(...drained));
    expect(states(books).map(([, state]) => state)).toEqual([
      'matched',
      'matched',
      'open',
      'open',
      'open',
    ]);
    expect(brought[3]?.unmatched).toMatchObject([{ ruleId: 'fees', why: 'bound-reached' }]);
    // A day later there is room again.
    await arrive(books, ...btc([26 * HOUR, '3'], [26 * HOUR + 60, '2.6']));
    expect(states(books).at(-1)).toEqual(['-0.4', 'matched']);
  });

  it('counts what a late snapshot shows together with what followed it', async () => {
    const books = await booksWith(FEE);
    await arrive(books, ...btc([0, '5'], [7_200, '4'], [7_260, '3.6'], [7_320, '3.2']));
    expect(states(books)).toEqual([
      ['-1', 'open'],
      ['-0.4', 'matched'],
      ['-0.4', 'matched'],
    ]);
    // It halves the first fall: each half alone would fit, and no room is left for either.
    await arrive(books, ...btc([3_600, '4.5']));
    expect(states(books).filter(([, state]) => state === 'matched')).toHaveLength(2);
  });

  it('has room again where later knowledge takes an explanation back', async () => {
    const books = await booksWith(FEE);
    await arrive(books, ...btc([0, '5'], [60, '4.6'], [120, '4.2']));
    expect(books.matchingUsage.get('fees')?.hours).toEqual({ [START]: '0.8' });
    // The first fall is another one than it seemed: two, of which a late snapshot shows the middle.
    await arrive(books, ...btc([30, '4.8']));
    expect(books.matchingUsage.get('fees')?.hours).toEqual({ [START]: '0.8' });
    expect(states(books).map(([amount]) => amount)).toEqual(['-0.2', '-0.2', '-0.4']);
  });

  it('is not passed on to a rule that is less specific', async () => {
    const books = await booksWith(FEE, { ...FEE, id: 'others', label: 'Others', maximum: '0.9' });
    await arrive(books, ...btc([0, '5'], [60, '4.5'], [120, '4'], [180, '3.5']));
    expect(states(books).map(([, state]) => state)).toEqual(['matched', 'matched', 'open']);
  });

  it('is the value of all currencies together for a rule of every currency', async () => {
    const books = await booksWith({ ...DEPOSIT, per24Hours: '10000' });
    const prices = { 'BTC/USD': '50000', 'ETH/USD': '2000' };
    const held = (second: number, BTC: string, ETH: string) =>
      snapshotAt(second, { BTC, ETH }, 2, prices);
    await arrive(books, held(0, '1', '1'), held(60, '1.1', '3'), held(120, '1.2', '3'));
    expect(states(books)).toEqual([
      ['0.1', 'matched'],
      ['2', 'matched'],
      ['0.1', 'open'],
    ]);
  });

  it('is one movement for each occurrence of a schedule', async () => {
    const schedule = { expression: '0 9 * * ? *', timeZone: 'UTC', toleranceSeconds: 600 };
    const books = await booksWith({ ...DEPOSIT, currency: 'BTC', schedule });
    const days = [0, 60, 120, 24 * HOUR, 24 * HOUR + 60];
    await arrive(books, ...btc(...days.map((second, n) => [second, `${1 + n}`] as const)));
    expect(states(books).map(([, state]) => state)).toEqual(['matched', 'open', 'open', 'matched']);
  });
});

describe('a request comes before every matching rule', () => {
  it('that is unknown stays unknown, and its fall is explained by none, whatever its amount', async () => {
    for (const fall of ['0.4', '0.3', '0.5']) {
      const books = await booksWith(FEE);
      books.know(claimed('sweep', withdrawalOf('0.4'), 10, unknownOf('sweep', 10)));
      await arrive(books, ...btc([0, '5'], [60, `${5 - Number(fall)}`], [HOUR, '4']));
      expect(states(books).map(([, state]) => state)).toEqual(['open', 'open']);
    }
  });

  it('nor long after its quarantine, while nothing is known', async () => {
    const books = await booksWith(FEE, DEPOSIT);
    books.know(claimed('sweep', withdrawalOf('0.4'), 10, unknownOf('sweep', 10)));
    await arrive(books, ...btc([0, '5'], [60, '5'], [48 * HOUR, '4.6'], [49 * HOUR, '5']));
    expect(states(books)).toEqual([
      ['-0.4', 'open'],
      ['0.4', 'open'],
    ]);
  });

  it('settled as not executed, what looked like it is left to a person', async () => {
    const books = await booksWith(FEE);
    const claim = claimed('sweep', withdrawalOf('0.4'), 10, unknownOf('sweep', 10));
    books.know(claim);
    await arrive(books, ...btc([0, '5'], [60, '4.6']));
    const released = {
      ...{ state: 'released', at: at(900), by: ['ann', 'ben'], comment: 'no', evidence: '' },
    } as const;
    books.know({ ...claim, instruction: { ...claim.instruction, status: released as never } });
    await arrive(books, ...btc([HOUR, '4.6']));
    expect(states(books)).toEqual([['-0.4', 'open']]);
  });

  it('that is booked late, in parts that each look like a fee, is credited before a fee is looked for', async () => {
    const books = await booksWith(FEE);
    books.know(claimed('sweep', withdrawalOf('0.7'), 10, confirmed(12)));
    await arrive(books, ...btc([0, '5'], [60, '5'], [240, '5'], [300, '4.6'], [600, '4.3']));
    expect(books.breaks.size).toBe(0);
    expect(books.current().flatMap(({ unexplained }) => unexplained)).toEqual(['0', '0']);
    await arrive(books, ...btc([660, '4.2']));
    expect(states(books).at(-1)).toEqual(['-0.1', 'matched']);
  });

  it('that is booked in part, its rest is never a fee, nor the rise beside its first part a deposit', async () => {
    for (const second of [120, 300, 20 * HOUR]) {
      const books = await booksWith(FEE, DEPOSIT);
      books.know(claimed('sweep', withdrawalOf('0.7'), 10, confirmed(12)));
      const brought = await arrive(books, ...btc([0, '5'], [60, '4.6'], [second, '4.3']));
      const found = states(books);
      expect(found.filter(([, state]) => state === 'matched')).toEqual([]);
      if (found.length > 0)
        expect(found).toEqual([
          ['0.3', 'open'],
          ['-0.3', 'open'],
        ]);
      if (second > 200) {
        expect(brought[2]?.unmatched).toMatchObject([{ why: 'may-be-part-of-a-withdrawal' }]);
      }
    }
  });

  it('that was placed whole, a later fall of any amount waits for the person who explains the rise', async () => {
    const books = await booksWith(FEE);
    books.know(claimed('sweep', withdrawalOf('0.7'), 10, confirmed(12)));
    await arrive(books, ...btc([0, '5'], [60, '4.6'], [300, '4.6'], [HOUR, '4.5999']));
    expect(states(books)).toEqual([
      ['0.3', 'open'],
      ['-0.0001', 'open'],
    ]);
    const [id = ''] = books.breaks.keys();
    const ports = books.breakPorts();
    const { version = 0 } = books.breaks.get(id) ?? {};
    const said = { tenant: TENANT, id, by: 'tom', requestId: 'r', comment: 'a deposit' };
    await explainBreak(ports, { ...said, version, kind: 'deposit' });
    await arrive(books, ...btc([2 * HOUR, '4.5998']));
    expect(states(books).at(-1)).toEqual(['-0.0001', 'matched']);
  });

  it('leaves a fee beside it to the rule, once it has shown', async () => {
    const books = await booksWith(FEE);
    books.know(claimed('sweep', withdrawalOf('0.9'), 10, confirmed(12)));
    await arrive(books, ...btc([0, '5'], [60, '4.0999']));
    expect(states(books)).toEqual([['-0.0001', 'matched']]);
  });

  it('takes back what a rule explained, where it turns out to be its own', async () => {
    const books = await booksWith(FEE);
    await arrive(books, ...btc([0, '5'], [60, '4.6']));
    expect(states(books)).toEqual([['-0.4', 'matched']]);
    // A claim that the books had not seen: of a restored ledger, or a clock behind.
    books.know(claimed('sweep', withdrawalOf('0.4'), 10, confirmed(12)));
    const [brought] = await arrive(books, ...btc([120, '4.6']));
    expect(brought?.closed).toMatchObject([{ status: { instructionIds: ['sweep'] } }]);
    expect(books.matchingUsage.get('fees')?.hours).toEqual({});
  });
});

describe('whoever writes to the table', () => {
  const drain = (books: PlantedBooks) => arrive(books, ...btc([0, '5'], [60, '4.6']));

  it('explains nothing by a rule without a seal, or with that of another content', async () => {
    const [rule] = await sealed({ ...FEE, maximum: '0.01' });
    const { seal: _, ...bare } = rule as MatchingRule;
    for (const forged of [
      bare,
      { ...rule, maximum: '5' },
      { ...rule, id: 'other', maximum: '5' },
    ]) {
      const books = new PlantedBooks();
      books.matchingRules = [{ ...forged, maximum: '5', per24Hours: '5' } as MatchingRule];
      const brought = await drain(books);
      expect(states(books)).toEqual([['-0.4', 'open']]);
      expect(brought[1]?.unmatched).toMatchObject([{ why: /^(unsealed|invalid)$/ }]);
    }
  });

  it('cannot put a forged rule before a true one', async () => {
    const books = await booksWith(FEE);
    const forged = { ...FEE, id: 'forged', repeats: { amount: '0.4', tolerance: '0' } };
    books.matchingRules = [...(books.matchingRules ?? []), forged];
    await drain(books);
    expect([...books.breaks.values()]).toMatchObject([{ status: { match: { ruleId: 'fees' } } }]);
  });

  it('leaves breaks open where no seal can be verified, and the books go on', async () => {
    const books = await booksWith(FEE);
    const ports = books.ports();
    const seals = { verify: async () => Promise.reject(new Error('no answer of KMS')) };
    const matching = { ...ports.matching, seals } as NonNullable<typeof ports.matching>;
    const [first, second] = btc([0, '5'], [60, '4.6']);
    for (const snapshot of [first, second]) {
      if (snapshot === undefined) continue;
      books.snapshots.put(snapshot);
      await reconcile({ ...ports, matching }, snapshot, {});
    }
    expect(states(books)).toEqual([['-0.4', 'open']]);
  });
});

describe('a new matching rule, or a wider one', () => {
  it('does not rewrite the breaks that were found before it', async () => {
    const books = await booksWith({ ...FEE, activeSince: at(2_000_000) });
    await arrive(books, ...btc([0, '5'], [60, '4.9'], [120, '4.9']));
    expect(states(books)).toEqual([['-0.1', 'open']]);
  });

  it('that another person deleted meanwhile explains nothing: the write rests on it', async () => {
    const books = await booksWith(FEE);
    const ports = books.ports();
    const stale = books.matchingRules ?? [];
    const matching = { ...ports.matching, readRules: async () => stale } as NonNullable<
      typeof ports.matching
    >;
    books.matchingRules = [];
    const [first, second] = btc([0, '5'], [60, '4.6']);
    for (const snapshot of [first, second]) {
      if (snapshot !== undefined) books.snapshots.put(snapshot);
    }
    const reconciled = await reconcile({ ...ports, matching }, second as SnapshotTaken, {});
    expect(reconciled).toMatchObject({ matched: [], unmatched: [{ why: 'not-as-it-stands' }] });
    expect(states(books)).toEqual([['-0.4', 'open']]);
    expect(books.matchingUsage.size).toBe(0);
  });
});
