import { listAudit } from '../../adapters/store/audit-trail.ts';
import { readCallers } from '../../adapters/store/callers.ts';
import { listDecisions } from '../../adapters/store/decision-lists.ts';
import { listDenials } from '../../adapters/store/denials.ts';
import { createLedgerLists, type InstructionFilter } from '../../adapters/store/ledger-lists.ts';
import type { PageRequest } from '../../adapters/store/pages.ts';
import { namesIn } from '../../adapters/store/people.ts';
import { notFound } from '../../api/problems/not-found.ts';
import { ProblemError, problem } from '../../api/problems/problem.ts';
import { MAX_MONTHS } from '../../api/routes/registers.ts';
import type { Instruction } from '../../treasury/instructions/instruction.ts';
import type { StoredDecision } from '../../treasury/ledger/stored-decision.ts';
import { instructionIdsIn } from '../../treasury/statements/instruction-facts.ts';
import { journalOf } from '../../treasury/statements/journal.ts';
import type { RolledMonth } from '../../treasury/statements/roll-forward.ts';
import { NO_STATEMENT } from '../../treasury/statements/statement-of-month.ts';
import { sumsOf, tiesOf } from '../../treasury/statements/sums.ts';
import type { Row } from '../formats/report.ts';
import { accessReport } from '../registers/access.ts';
import { DECISIONS } from '../registers/decisions.ts';
import { TRADES, type Trade, WITHDRAWALS, type Withdrawal } from '../registers/instructions.ts';
import { journalReport } from '../registers/journal.ts';
import { columnsOf, type Register, rowOf } from '../registers/register.ts';
import { rollForwardReport } from '../registers/roll-forward.ts';
import { type SummedMonth, sumsReport } from '../registers/sums.ts';
import { allItems, allRows } from './all-rows.ts';
import type { Exportable } from './render-export.ts';
import type { FileOf, WholePorts } from './whole-ports.ts';

/** Items read at once for a file: the most that the lists themselves give. */
const ITEMS_AT_ONCE = 200;

export async function wholeJournal(
  ports: WholePorts,
  { month, timeZone, revaluation, in: into }: FileOf<'GET /v1/reports/journal'>['query'],
): Promise<Exportable> {
  const found = await ports.statement(month, timeZone, into);
  if (found === null) throw notFound(NO_STATEMENT);
  const { statement, state } = found;
  const [ledger, facts] = await Promise.all([
    ports.generalLedger(),
    ports.facts(instructionIdsIn(statement)),
  ]);
  const createdAt = ports.now();
  const journal = journalOf({
    ...{ statement, ledger, facts, createdAt },
    revaluation: revaluation === 'true',
  });
  return { report: journalReport(journal, state, createdAt) };
}

export async function wholeSums(
  ports: WholePorts,
  { firstMonth, lastMonth, timeZone, in: into }: FileOf<'GET /v1/reports/sums'>['query'],
): Promise<Exportable> {
  const months: SummedMonth[] = [];
  for (const month of monthsBetween(firstMonth, lastMonth)) {
    const found = await ports.statement(month, timeZone, into);
    if (found === null) continue;
    const { statement, state } = found;
    const sums = sumsOf(statement, await ports.facts(instructionIdsIn(statement)));
    const { reportingCurrency, recordedIn } = statement;
    // Amounts tie to what was recorded, whatever they are valued in.
    const digest = statement.digest ?? recordedIn?.digest ?? null;
    const isOther = recordedIn !== undefined;
    const ties = tiesOf(statement, sums);
    const { opening: openingIs } = statement.basis;
    months.push({ month, state, digest, openingIs, reportingCurrency, sums, ties, isOther });
  }
  const { tenant, now } = ports;
  const made = { tenant, generatedAt: now() };
  return { report: sumsReport(months, await ports.accountLabels(), made) };
}

export async function wholeRollForward(
  ports: WholePorts,
  { firstMonth, lastMonth, timeZone, in: into }: FileOf<'GET /v1/reports/roll-forward'>['query'],
): Promise<Exportable> {
  const months: RolledMonth[] = [];
  for (const month of monthsBetween(firstMonth, lastMonth)) {
    months.push({ month, found: await ports.statement(month, timeZone, into) });
  }
  const { tenant, now } = ports;
  return { report: rollForwardReport(months, { tenant, generatedAt: now() }) };
}

/** @throws ProblemError where they are in the wrong order, or too many. */
function monthsBetween(first: string, last: string): readonly string[] {
  const [from, to] = [numberOf(first), numberOf(last)];
  if (to < from || to - from >= MAX_MONTHS) {
    const accepted = `a month from ${first} on, of at most ${MAX_MONTHS}`;
    const fields = [{ field: 'lastMonth', seen: last, accepted }];
    throw new ProblemError(problem('invalid-query', { detail: 'No such months.', fields }));
  }
  return Array.from({ length: to - from + 1 }, (_, index) => {
    const month = from + index;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}

function numberOf(month: string): number {
  const [year = '', of = ''] = month.split('-');
  return Number(year) * 12 + Number(of) - 1;
}

type Kind = Instruction['content']['kind'];
type InstructionsQuery = FileOf<`GET /v1/reports/${'withdrawals' | 'trades'}`>['query'];

export function wholeInstructions(
  ports: WholePorts,
  kind: Kind,
  { format: _, part: __, whole: ___, ...query }: InstructionsQuery,
): Exportable {
  const filter: InstructionFilter = { ...query, kind };
  const { instructions } = createLedgerLists(ports.ledgerTable);
  const pages = (cursor: Pick<PageRequest, 'cursor'>) =>
    instructions(ports.tenant, filter, { limit: ITEMS_AT_ONCE, ...cursor });
  const [name, title] =
    kind === 'withdrawal' ? ['withdrawals', 'Withdrawals'] : ['trades', 'Trades'];
  const register = kind === 'withdrawal' ? WITHDRAWALS : TRADES;
  // The list holds this kind alone, and its register reads nothing else.
  const typed = register as Register<Withdrawal | Trade>;
  const rows = allRows(pages, (each) => [rowOf(typed, each as Withdrawal | Trade)]);
  return oneTable(ports, [name, title], typed, rows);
}

export function wholeDecisions(
  ports: WholePorts,
  {
    rule,
    reason,
    from,
    to,
    currency,
    account,
    outcome,
  }: FileOf<'GET /v1/reports/decisions'>['query'],
): Exportable {
  const filter = {
    ...(rule !== undefined && { rule }),
    ...(reason !== undefined && { reason }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
  const tables = { snapshots: ports.snapshotsTable, ledger: ports.ledgerTable };
  const pages = (cursor: Pick<PageRequest, 'cursor'>) =>
    listDecisions(tables, ports.tenant, filter, { limit: ITEMS_AT_ONCE, ...cursor });
  const isWanted = ({ decision }: StoredDecision): boolean =>
    (currency === undefined || decision.currency === currency) &&
    (account === undefined || paysTo(decision, account)) &&
    (outcome === undefined || decision.outcome === outcome);
  const rows = allRows(pages, (each) => (isWanted(each) ? [rowOf(DECISIONS, each)] : []));
  return oneTable(ports, ['decisions', 'Decisions'], DECISIONS, rows);
}

/** A divided amount is found by each of its accounts. */
function paysTo(
  { withdrawalAccountId, parts = [] }: StoredDecision['decision'],
  account: string,
): boolean {
  const among = [withdrawalAccountId, ...parts.map((part) => part.withdrawalAccountId)];
  return among.includes(account);
}

export async function wholeAccess(
  ports: WholePorts,
  { from, to }: FileOf<'GET /v1/reports/access'>['query'],
): Promise<Exportable> {
  const { tenant, ledgerTable } = ports;
  const filter = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  const [callers, names] = await Promise.all([
    readCallers(ledgerTable, tenant),
    namesIn(ledgerTable).readPeople(tenant),
  ]);
  const page = (cursor: Pick<PageRequest, 'cursor'>) => ({ limit: ITEMS_AT_ONCE, ...cursor });
  const report = accessReport({
    ...{ tenant, callers, names, generatedAt: ports.now() },
    entries: allItems((cursor) => listAudit(ledgerTable, tenant, filter, page(cursor))),
    denials: allItems((cursor) => listDenials(ledgerTable, tenant, filter, page(cursor))),
  });
  return { report };
}

function oneTable<Item>(
  { tenant, now }: WholePorts,
  [name = '', title = '']: readonly string[],
  register: Register<Item>,
  rows: AsyncIterable<Row>,
): Exportable {
  const part = { name, title, columns: columnsOf(register), rows };
  return { report: { name, tenant, generatedAt: now(), parts: [part] } };
}
