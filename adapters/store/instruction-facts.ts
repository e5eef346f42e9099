import { type FactsById, factsOf } from '../../treasury/statements/instruction-facts.ts';
import { createLedger } from './ledger.ts';
import type { StoreTable } from './store-table.ts';

/** Instructions read at once: some kilobytes each. */
const AT_ONCE = 25;

/** What books say of instructions beside a statement; those that are not stored any more are left out. */
export async function readFacts(
  table: StoreTable,
  tenant: string,
  ids: readonly string[],
): Promise<FactsById> {
  const { readInstruction } = createLedger(table);
  const facts = new Map<string, ReturnType<typeof factsOf>>();
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const some = ids.slice(start, start + AT_ONCE);
    const found = await Promise.all(some.map((id) => readInstruction(tenant, id)));
    for (const each of found) if (each !== null) facts.set(each.id, factsOf(each));
  }
  return facts;
}
