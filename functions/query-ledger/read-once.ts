import type { ApiEvent } from '../../api/requests/api-event.ts';
import type { Ledger } from '../../treasury/ledger/ledger.ts';

export type Reads = Pick<
  Ledger,
  | 'epoch'
  | 'readPolicy'
  | 'readLanes'
  | 'readInstruction'
  | 'readHaltMarks'
  | 'readCounts'
  | 'knownWithdrawals'
>;

/** The ledger of each request: everything that answers it shares one read of each thing. */
export function ledgerOfRequest(ledger: Reads): (event: ApiEvent) => Reads {
  const known = new WeakMap<ApiEvent, Reads>();
  return (event) => {
    const reads = known.get(event) ?? readOnce(ledger);
    known.set(event, reads);
    return reads;
  };
}

function readOnce(ledger: Reads): Reads {
  const known = new Map<string, Promise<unknown>>();
  const once = <T>(name: string, read: () => Promise<T>): Promise<T> => {
    const found = known.get(name) as Promise<T> | undefined;
    const reading = found ?? read();
    known.set(name, reading);
    return reading;
  };
  return {
    ...ledger,
    epoch: () => once('epoch', ledger.epoch),
    readPolicy: (tenant) => once(`policy ${tenant}`, () => ledger.readPolicy(tenant)),
    readLanes: (tenant) => once(`lanes ${tenant}`, () => ledger.readLanes(tenant)),
    readInstruction: (tenant, id) =>
      once(`instruction ${tenant} ${id}`, () => ledger.readInstruction(tenant, id)),
  };
}
