import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CamtAccount } from '../../reporting/formats/camt053/account.ts';
import { renderCamt053 } from '../../reporting/formats/camt053/render.ts';
import { stateOf } from '../../treasury/statements/entry-references.ts';
import { factsOf } from '../../treasury/statements/instruction-facts.ts';
import type { Fetched, TwoYears } from './two-years.ts';

/** Accounts of which a bank statement is made: everything at its value, and each currency that a bank has accounts in. */
const ACCOUNTS = [null, 'USD', 'EUR', 'GBP', 'JPY'] as const;

/** A bank statement, or an account report, in a file. */
export interface BankDocument {
  readonly file: string;
  /** Its place among the others: time zone, account, month, state. */
  readonly name: string;
  readonly timeZone: string;
  readonly month: string;
  readonly isStatement: boolean;
}

/** Every document of two years in the order in which it was fetched, written into a folder. */
export function writeDocuments(
  { fetched, treasury }: TwoYears,
  folder: string,
): readonly BankDocument[] {
  const instructions = [...treasury.books.instructions.values()];
  const facts = new Map(instructions.map((each) => [each.id, factsOf(each)]));
  return fetched.flatMap((each, index) =>
    ACCOUNTS.map((native) => written(each, { native, facts }, { folder, index })),
  );
}

function written(
  { month, timeZone, at, statement }: Fetched,
  account: CamtAccount,
  { folder, index }: { readonly folder: string; readonly index: number },
): BankDocument {
  const isStatement = stateOf(statement) === 'final';
  const label = account.native ?? 'valued';
  const place = path.join(folder, timeZone.replaceAll('/', '-'), label);
  mkdirSync(place, { recursive: true });
  const ending = isStatement ? 'camt053.xml' : 'camt052.xml';
  const file = path.join(place, `${String(index).padStart(3, '0')}-${month}.${ending}`);
  writeFileSync(file, [...renderCamt053(statement, at, account)].join(''));
  const state = isStatement ? 'statement' : `report of ${at}`;
  return { file, name: `${timeZone} ${label} ${month}, ${state}`, timeZone, month, isStatement };
}
