import { describe, expect, it } from 'vitest';
import { EMPTY_CHAIN } from '../../../treasury/audit/audit-entry.ts';
import { auditHalts } from '../../../treasury/halt/audit-halts.ts';
import { type HaltPorts, halt } from '../../../treasury/halt/halt.ts';
import type { LedgerWrite } from '../../../treasury/ledger/ledger.ts';
import { POLICY } from '../../samples/policy.ts';
import { SimulatedTable } from '../../simulation/table.ts';

const AT = '2026-01-05T09:00:00.000Z';
const COMMAND = { tenant: 'main', by: 'tina', comment: 'odd', requestId: 'request-1' };

/** A treasury in memory; `broken` says which reads and writes fail. */
function world(broken: Partial<HaltPorts['ledger']> = {}) {
  const table = new SimulatedTable('table-1');
  const asked: string[] = [];
  const noted = <T>(what: string, answer: () => T): Promise<T> => {
    asked.push(what);
    return Promise.resolve(answer());
  };
  let nonces = 0;
  const ports: HaltPorts = {
    now: () => AT,
    nonce: () => `act-${++nonces}`,
    within: (_ms, work) => work(),
    ledger: {
      readHalt: () => noted('readHalt', () => table.halt),
      halt: (_client, act) => noted('halt', () => table.haltBy(act)),
      readPolicy: () => noted('readPolicy', () => ({ ...POLICY, halt: table.halt })),
      readLanes: () => noted('readLanes', () => table.lanes()),
      readAuditHead: () => noted('readAuditHead', () => table.auditHead()),
      commit: (_client, changes) => noted('commit', () => table.commit(changes)),
      ...broken,
    },
  };
  return { table, ports, asked };
}

const failing = async (): Promise<never> => {
  throw new Error('out of reach');
};

describe('halting everything', () => {
  it('reads nothing before it is written', async () => {
    const { ports, asked, table } = world();
    const result = await halt(ports, COMMAND);
    expect(asked[0]).toBe('halt');
    expect(result).toMatchObject({ result: 'halted', audited: true, halt: { generation: 1 } });
    expect(table.audit).toMatchObject([
      { action: 'halt', subject: 'halt', by: 'tina', after: { comment: 'odd' } },
    ]);
  });

  it('succeeds where the audit log is broken, and is made up for later', async () => {
    const { ports, table } = world({ readAuditHead: failing });
    expect(await halt(ports, COMMAND)).toMatchObject({ result: 'halted', audited: false });
    expect(table.halt).toMatchObject({ mode: 'halted', unaudited: [{ by: 'tina' }] });
    expect(await auditHalts(world().ports, 'main')).toBe(0);
    const readAuditHead = async () => table.auditHead();
    expect(await auditHalts({ ...ports, ledger: { ...ports.ledger, readAuditHead } }, 'main')).toBe(
      1,
    );
    expect([table.audit.length, table.halt.unaudited]).toEqual([1, []]);
  });

  it('succeeds where everything but its own write fails', async () => {
    const { ports, table } = world({
      readHalt: failing,
      readPolicy: failing,
      readLanes: failing,
      readAuditHead: failing,
      commit: failing,
    });
    for (const command of [
      COMMAND,
      { ...COMMAND, sparing: true },
      { ...COMMAND, currency: 'XYZ' },
    ]) {
      expect(await halt(ports, command)).toMatchObject({ result: 'halted', audited: false });
    }
    expect(table.halt).toMatchObject({ generation: 3, mode: 'halted', currencies: { XYZ: {} } });
  });

  it('puts each halt on record once, though two do so at once', async () => {
    const { ports, table } = world();
    const busy: HaltPorts = { ...ports, ledger: { ...ports.ledger, readAuditHead: failing } };
    for (let n = 0; n < 25; n++) await halt(busy, { ...COMMAND, by: `person-${n}` });
    await Promise.all([auditHalts(ports, 'main'), auditHalts(ports, 'main')]);
    await auditHalts(ports, 'main');
    // Twenty with their words, and one entry for the five of which only the number was kept.
    expect(table.audit).toHaveLength(21);
    expect(new Set(table.audit.map(({ by }) => by)).size).toBe(21);
    expect(table.audit.at(-1)).toMatchObject({ by: 'sluice', after: { halts: 5 } });
  });
});

describe('a halt that was written twice, its answer lost', () => {
  it('is on record once, though two put it there at once', async () => {
    const { ports, table } = world();
    const busy: HaltPorts = { ...ports, ledger: { ...ports.ledger, readAuditHead: failing } };
    await halt(busy, COMMAND);
    const [act] = table.halt.unaudited;
    if (act === undefined) throw new Error('nothing waits');
    await ports.ledger.halt('main', act);
    await halt(busy, { ...COMMAND, by: 'theo' });
    await Promise.all([auditHalts(ports, 'main'), auditHalts(ports, 'main')]);
    expect(table.audit.map(({ by }) => by)).toEqual(['tina', 'theo']);
    expect(table.halt.unaudited).toEqual([]);
  });
});

describe('halting one currency', () => {
  it('of which nothing is known names the nearest, and halts nothing', async () => {
    const { ports, table } = world();
    const result = await halt(ports, { ...COMMAND, currency: 'BTX' });
    expect(result).toMatchObject({
      result: 'refused',
      refusal: {
        code: 'policy-conflict',
        fields: [{ path: 'currency', accepted: 'BTC? Known: BTC' }],
      },
    });
    expect(table.halt.generation).toBe(0);
  });

  it('halts the code as it was written where the look-up takes too long', async () => {
    const { ports, table } = world();
    const within: HaltPorts['within'] = async (ms, work) => {
      if (ms === 500) throw new Error('took longer than 500 ms');
      return await work();
    };
    expect(await halt({ ...ports, within }, { ...COMMAND, currency: 'BTX' })).toMatchObject({
      result: 'halted',
      halt: { mode: 'live', currencies: { BTX: { by: 'tina' } } },
    });
    expect(table.audit).toMatchObject([{ after: { comment: 'odd', currency: 'BTX' } }]);
  });
});

describe('a person who halts again and again', () => {
  it('writes nothing where it is halted as they command, and halts where it is not', async () => {
    const { ports, table } = world();
    await halt(ports, COMMAND);
    const again = await halt(ports, { ...COMMAND, sparing: true });
    expect(again).toMatchObject({ result: 'halted', halt: { generation: 1 } });
    await halt(ports, { ...COMMAND, sparing: true, currency: 'BTC' });
    expect(table.halt.generation).toBe(1);
    const live = world();
    await halt(live.ports, { ...COMMAND, sparing: true });
    expect(live.table.halt).toMatchObject({ generation: 1, mode: 'halted' });
  });
});

describe('the chain', () => {
  it('is no condition of a halt: the write of the act stands by itself', async () => {
    const commits: (readonly LedgerWrite[])[] = [];
    const { ports } = world();
    const ledger = {
      ...ports.ledger,
      readAuditHead: async () => EMPTY_CHAIN,
      commit: async (_client: string, changes: readonly LedgerWrite[]) => {
        commits.push(changes);
        return { ok: false as const, conflicts: ['append-audit' as const] };
      },
    };
    expect(await halt({ ...ports, ledger }, COMMAND)).toMatchObject({ result: 'halted' });
    expect(commits.flat().some(({ kind }) => kind === 'halt')).toBe(false);
  });
});
