import type { Ledger } from '../../treasury/ledger/ledger.ts';

type Reads = Pick<
  Ledger,
  'epoch' | 'readPolicy' | 'readLanes' | 'readInstruction' | 'readHaltMarks' | 'knownWithdrawals'
>;

/** The ledger of one request: parts of its answer that need the same thing share one read of it. */
export function readOnce(ledger: Reads): Reads {
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
