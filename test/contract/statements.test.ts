import { describe, expect, it } from 'vitest';
import { appendToChain, EMPTY_CHAIN } from '../../treasury/audit/audit-entry.ts';
import { frozen } from '../../treasury/statements/build-statement.ts';
import { FREEZE_ACTION } from '../../treasury/statements/freeze-months.ts';
import type { Statement } from '../../treasury/statements/statement.ts';
import { workedOut } from '../../treasury/statements/statement-of-month.ts';
import { scriptMarch } from '../unit/statements/golden-month.ts';
import { storeKinds, TENANT } from './stores.ts';

const NOW = '2026-06-01T00:00:00.000Z';
const MARCH = { tenant: TENANT, month: '2026-03', timeZone: 'UTC' };

async function marchFrozen(): Promise<Statement> {
  const { books } = (await scriptMarch()).statementPorts(NOW);
  const statement = await workedOut(books, MARCH);
  if (statement === null) throw new Error('March has snapshots');
  return frozen(statement, NOW);
}

/** The entry that names a frozen month, after another one. */
function entryFor({ month, timeZone, digest }: Statement, head = EMPTY_CHAIN) {
  return appendToChain(head, {
    ...{
      at: NOW,
      by: 'Sluice',
      action: FREEZE_ACTION,
      subject: `statement:${month}`,
      requestId: 'r',
    },
    ...{ before: null, after: { month, timeZone, digest } },
  });
}

describe.each(storeKinds())('statements $name', ({ open }) => {
  it('are frozen once, whole, and with their entry in the audit log or not at all', async () => {
    const { statements, ledger } = await open();
    const { readFrozen, isFrozen, freeze } = statements;
    const march = await marchFrozen();
    expect(await readFrozen(TENANT, '2026-03', 'UTC')).toBeNull();
    const entry = entryFor(march);
    const stale = entryFor(march, { sequence: 4, hash: entry.hash });
    expect(await freeze(march, stale)).toEqual({ result: 'contended' });
    expect(await isFrozen(TENANT, '2026-03', 'UTC')).toBe(false);
    expect(await ledger.readAuditHead(TENANT)).toEqual(EMPTY_CHAIN);

    expect(await freeze(march, entry)).toEqual({ result: 'frozen' });
    expect(await readFrozen(TENANT, '2026-03', 'UTC')).toEqual(march);
    const head = { sequence: 1, hash: entry.hash };
    expect(await ledger.readAuditHead(TENANT)).toEqual(head);

    const again = { ...march, frozenAt: '2026-07-01T00:00:00.000Z' };
    expect(await freeze(again, entryFor(again, head))).toEqual({ result: 'frozen-before' });
    expect(await readFrozen(TENANT, '2026-03', 'UTC')).toEqual(march);
    expect(await ledger.readAuditHead(TENANT)).toEqual(head);
  });

  it('of another zone, month or tenant are others', async () => {
    const { readFrozen, isFrozen, freeze } = (await open()).statements;
    const march = await marchFrozen();
    await freeze(march, entryFor(march));
    for (const [tenant, month, timeZone] of [
      [TENANT, '2026-03', 'Europe/Zurich'],
      [TENANT, '2026-04', 'UTC'],
      ['other', '2026-03', 'UTC'],
    ] as const) {
      expect(await isFrozen(tenant, month, timeZone)).toBe(false);
      expect(await readFrozen(tenant, month, timeZone)).toBeNull();
    }
  });

  it('are frozen by one of many at one moment', async () => {
    const { freeze } = (await open()).statements;
    const march = await marchFrozen();
    const results = await Promise.all([1, 2, 3, 4].map(() => freeze(march, entryFor(march))));
    const won = results.filter(({ result }) => result === 'frozen');
    expect(won).toHaveLength(1);
  });
});
