import { expect } from 'vitest';
import { ledgerKeys } from '../../../adapters/store/keys.ts';
import { createLedger } from '../../../adapters/store/ledger.ts';
import { createPolicyChanges } from '../../../adapters/store/policy-changes.ts';
import { raiseFormat } from '../../../treasury/changes/raise-format.ts';
import { READS } from '../../../treasury/policy/ledger-format.ts';
import { tableHand } from '../seals/table-hand.ts';
import { TENANT, type TreasuryUnderTest } from './treasury-under-test.ts';

/** The newest format of the next release, and what it reads. */
export const NEXT = READS.to + 1;
export const NEXT_READS = { from: READS.to, to: NEXT } as const;

/** A ledger that this release does not read: what it says of it, and by which codes. */
function unread(code: string, why: object, says: string) {
  return {
    ...{ code, why, says },
    waits: { result: 'deferred', reason: code },
    refused: { result: 'refused', refusal: { code, message: expect.stringContaining(says) } },
  };
}

const RAISED = unread(
  'newer-version',
  { code: 'newer-version', format: NEXT, known: READS.to },
  `its format is ${NEXT}`,
);
export const REFUSED = RAISED.refused;
export const WAITS = RAISED.waits;

/** A ledger that a later release takes over, on the treasury of the test that is running. */
export function formatSteps(treasury: () => TreasuryUnderTest) {
  /** As the next release raises it. */
  const raised = async (): Promise<void> => {
    const { table, ledger, ports } = treasury();
    const { controls } = await ledger.readPolicy(TENANT);
    if (controls === null) throw new Error('there are no controls');
    const { version: expected } = controls;
    const done = await raiseFormat(
      { now: ports.now, seals: ports.seals, ledger: createLedger(table) },
      { tenant: TENANT, expected, by: 'olga', requestId: 'raise' },
      NEXT_READS,
    );
    expect(done).toMatchObject({
      result: 'applied',
      current: { item: { format: NEXT, version: expected + 1 } },
      replayed: false,
    });
  };
  /** As the next version of them in another form, which the release before cannot read. */
  const spoiled = async (): Promise<void> => {
    await tableHand(() => treasury().table).change(ledgerKeys.controls(TENANT), (item) => ({
      ...item,
      trades: 'of another form',
      version: Number(item.version) + 1,
    }));
  };
  return {
    raised,
    /** Both ledgers that this release does not read, and how each becomes one. */
    unreadLedgers: [
      { name: 'in a newer format', stopped: raised, ...RAISED },
      {
        name: 'whose controls cannot be read',
        stopped: spoiled,
        ...unread('unreadable', { code: 'controls-unreadable' }, 'The controls cannot be read'),
      },
    ],
    changePorts: () => {
      const { ledger, table, ports } = treasury();
      return {
        ...ports,
        ledger: { ...ledger, ...createPolicyChanges(table) },
        snapshotEverySeconds: 60,
        reportingCurrency: 'USD',
      };
    },
  };
}
