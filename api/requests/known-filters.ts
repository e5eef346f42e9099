import { knownCurrencies } from '../../treasury/changes/known-currencies.ts';
import { nearestCurrency } from '../../treasury/changes/nearest-currency.ts';
import type { PolicyLedger } from '../../treasury/changes/ports.ts';
import type { Ledger } from '../../treasury/ledger/ledger.ts';
import { nearestName } from '../../treasury/validation/nearest-name.ts';
import { type FieldProblem, ProblemError, problem } from '../problems/problem.ts';

/** Letters by which an id may differ from the one that was probably meant: ids are longer than codes. */
const MAX_MISSPELT_LETTERS = 3;
/** Characters of a refused id that are repeated to the caller. */
const MAX_SEEN_CHARACTERS = 80;
/** Known names that a refusal lists; beyond it, their list is one request away. */
const MAX_LISTED = 12;

/** The filters of a list that name something which there is, or there is not. */
export interface NamingFilters {
  readonly rule?: string;
  readonly account?: string;
  readonly currency?: string;
  readonly instrument?: string;
}

export interface KnownPorts {
  readonly ledger: Pick<Ledger, 'readPolicy' | 'readLanes'>;
  /** Deleted pieces of policy are known too: their past is listed. */
  readonly readCurrent: PolicyLedger['readCurrent'];
  /** The currencies of the latest snapshot. */
  readonly readHeld: (tenant: string) => Promise<readonly string[]>;
  /** Whether a balance of this currency was ever recorded. Without it, the latest snapshot alone says so. */
  readonly wasHeld?: (tenant: string, currency: string) => Promise<boolean>;
}

/**
 * A list by a rule, an account or a currency that never was is no empty list: it is answered 404, as the thing itself is,
 * with the name that was probably meant. What has items is known: only an empty first page has anything looked up.
 */
export async function refuseUnknown(
  ports: KnownPorts,
  tenant: string,
  filters: NamingFilters & { readonly cursor?: string },
  found: { readonly items: readonly unknown[] },
): Promise<void> {
  if (found.items.length > 0 || filters.cursor !== undefined) return;
  const { rule, account, currency, instrument } = filters;
  const fields = await Promise.all([
    rule === undefined ? null : unknownPiece(ports, tenant, 'rule', rule),
    account === undefined ? null : unknownPiece(ports, tenant, 'account', account),
    currency === undefined ? null : unknownCurrency(ports, tenant, currency),
    instrument === undefined ? null : unknownInstrument(ports, tenant, instrument),
  ]);
  const unknown = fields.filter((field) => field !== null);
  if (unknown.length === 0) return;
  const named = unknown.map(({ field }) => field).join(' and ');
  throw new ProblemError(
    problem('not-found', {
      detail: `The filter ${named} names nothing that there is or ever was.`,
      fields: unknown,
    }),
  );
}

async function unknownPiece(
  { ledger, readCurrent }: KnownPorts,
  tenant: string,
  kind: 'rule' | 'account',
  id: string,
): Promise<FieldProblem | null> {
  const { rules, accounts } = await ledger.readPolicy(tenant);
  const ids = (kind === 'rule' ? rules : accounts).map((each) => each.id);
  if (ids.includes(id) || (await readCurrent(tenant, { kind, id })) !== null) return null;
  return unknownField(kind, id, {
    known: ids,
    nearest: nearestName(id, ids, MAX_MISSPELT_LETTERS),
  });
}

async function unknownCurrency(
  ports: KnownPorts,
  tenant: string,
  currency: string,
): Promise<FieldProblem | null> {
  const known = await currenciesKnown(ports, tenant);
  if (known.has(currency) || (await ports.wasHeld?.(tenant, currency)) === true) return null;
  const nearest = nearestCurrency(currency, known);
  return unknownField('currency', currency, { known: [...known].sort(), nearest });
}

/** An instrument is known by its two currencies: it may have been traded before the controls left it out. */
async function unknownInstrument(
  ports: KnownPorts,
  tenant: string,
  instrument: string,
): Promise<FieldProblem | null> {
  const known = await currenciesKnown(ports, tenant);
  if (instrument.split('/').every((currency) => known.has(currency))) return null;
  const { controls } = await ports.ledger.readPolicy(tenant);
  const instruments = controls?.trades.instruments ?? [];
  const nearest = nearestName(instrument, instruments, MAX_MISSPELT_LETTERS);
  return unknownField('instrument', instrument, { known: instruments, nearest });
}

async function currenciesKnown(
  { ledger, readHeld }: KnownPorts,
  tenant: string,
): Promise<ReadonlySet<string>> {
  const [policy, lanes, held] = await Promise.all([
    ledger.readPolicy(tenant),
    ledger.readLanes(tenant),
    readHeld(tenant),
  ]);
  return new Set([...knownCurrencies(policy, lanes), ...held]);
}

function unknownField(
  field: string,
  name: string,
  { known, nearest }: { readonly known: readonly string[]; readonly nearest: string | null },
): FieldProblem {
  const more = known.length > MAX_LISTED ? `, and ${known.length - MAX_LISTED} more` : '';
  const all =
    known.length === 0 ? 'there are none' : `${known.slice(0, MAX_LISTED).join(', ')}${more}`;
  const accepted = nearest === null ? `one of: ${all}` : `${nearest}? Known: ${all}`;
  return { field, seen: JSON.stringify(name.slice(0, MAX_SEEN_CHARACTERS)), accepted };
}
