import { expect } from 'vitest';
import { halt } from '../../../treasury/halt/halt.ts';
import type { Ledger, LedgerWrite } from '../../../treasury/ledger/ledger.ts';
import { sendWithdrawal } from '../../../treasury/outgoing/kinds/withdrawal.ts';
import type { SendingPorts } from '../../../treasury/sending/ports.ts';
import { type WatchPorts, watch } from '../../../treasury/watchdog/watch.ts';
import { TENANT, type TreasuryOverStore } from './treasury-under-test.ts';

/** The steps of a withdrawal as tests take them, on the treasury of the test that is running. */
export function sendingSteps(treasury: () => TreasuryOverStore) {
  return {
    proposedId: async (): Promise<string> => {
      const { proposed } = await treasury().tick();
      const [instruction] = proposed;
      if (instruction === undefined) throw new Error('the rule proposed nothing');
      return instruction.id;
    },
    send: async (id: string, ports: Partial<SendingPorts> = {}) =>
      await sendWithdrawal({ ...treasury().ports, ...ports }, TENANT, id),
    /** One person, one call, as the function of the kill switch makes it. */
    halted: async (currency?: string): Promise<void> => {
      const { now, nonce, ledger } = treasury().ports;
      const ports = {
        now,
        nonce,
        ledger,
        within: <T>(_: number, work: () => Promise<T>) => work(),
      };
      const command = { tenant: TENANT, by: 'tina', comment: 'odd', requestId: 'request-1' };
      const done = await halt(ports, currency === undefined ? command : { ...command, currency });
      expect(done).toMatchObject({ result: 'halted', audited: true });
    },
    ledgerWith: (around: AroundCommit): Ledger => {
      const { ledger } = treasury();
      let nth = 0;
      return {
        ...ledger,
        commit: (tenant, changes) => {
          nth += 1;
          return around(() => ledger.commit(tenant, changes), nth, changes);
        },
      };
    },
    watchOnce: async (
      ports: Partial<Pick<WatchPorts, 'now' | 'ledger' | 'reader' | 'snapshots'>> = {},
    ) => {
      const { now, ledger, snapshots } = treasury();
      const { reader, nonce } = treasury().ports;
      const delivered: string[] = [];
      const deliver = async (_client: string, ids: readonly string[]): Promise<void> => {
        delivered.push(...ids);
      };
      const actions = await watch(
        { now, nonce, reader, ledger, snapshots, deliver, ...ports },
        TENANT,
      );
      return { actions, delivered };
    },
  };
}

/** Something that happens around the n-th commit of the real ledger. */
type AroundCommit = (
  commit: () => ReturnType<Ledger['commit']>,
  nth: number,
  changes: readonly LedgerWrite[],
) => ReturnType<Ledger['commit']>;
