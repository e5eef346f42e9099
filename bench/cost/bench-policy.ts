import { localKms } from '../../local/kms/kms.ts';
import { localSeals } from '../../local/kms/local-seals.ts';
import { putItem } from '../../treasury/changes/writes-of.ts';
import { newLane } from '../../treasury/instructions/lane.ts';
import type { LedgerWrite } from '../../treasury/ledger/ledger.ts';
import type { CurrentItem } from '../../treasury/ledger/policy-change.ts';
import type { SweepRule } from '../../treasury/policy/sweep-rule.ts';
import { sealedPiece } from '../../treasury/sealing/policy-seals.ts';
import type { Instant } from '../../treasury/time/instant.ts';
import { IN_FORCE, POLICY } from '../backtest-rules.ts';
import type { CostTables } from './tables.ts';
import { usedLane } from './used-lane.ts';

/** Of this process: what KMS takes is measured with the calls, not here. */
const SEAL_KEYS = ['key-of-the-bench'];
export const SEALS = localSeals(localKms(SEAL_KEYS, null), SEAL_KEYS);

/** Changes of one commit: a sealed rule and its history, an account, a lane and so on, of 100 writes. */
const PER_COMMIT = 25;

/** One currency of the bench: the rule for it, and the balance that stays with the service while nothing happens. */
export interface BenchCurrency {
  readonly name: string;
  readonly rule: SweepRule;
  readonly balance: number;
}

/** The kinds of rules of a treasury, in turn. Each gives another reason for not sweeping. */
const KINDS = [
  'below',
  'daily',
  'hourly',
  'minimum',
  'below',
  'disabled',
  'below',
  'daily',
  'dry-run',
  'below',
] as const;
type Kind = (typeof KINDS)[number];

/** So many currencies with one rule each. `random` gives digits that do not repeat: packed sizes must be true. */
export function benchCurrencies(count: number, random: () => number): readonly BenchCurrency[] {
  return Array.from({ length: count }, (_, index) => {
    const name = nameAt(index, random);
    const kind = kindAt(index);
    const id = uuidFrom(random);
    const threshold = String(80 + Math.floor(random() * 400) / 10);
    const rule: SweepRule = {
      ...IN_FORCE,
      id: `${name.toLowerCase()}-to-cold`,
      label: `${name} to cold storage`,
      currency: name,
      withdrawalAccountId: id,
      threshold,
      keep: '50',
      enabled: kind !== 'disabled',
      ...(kind === 'minimum' ? { minimum: '200' } : {}),
      ...scheduleOf(kind, index),
    };
    const isAbove = kind === 'minimum' || kind === 'dry-run';
    return { name, rule, balance: (isAbove ? 130 : 10) + random() * 50 };
  });
}

/** Letters alone, as currencies are named; no name comes twice. */
function nameAt(index: number, random: () => number): string {
  const letter = (at: number) => String.fromCharCode(65 + at);
  const some = () => letter(Math.floor(random() * 26));
  return `${some()}${some()}${letter(Math.floor(index / 26))}${letter(index % 26)}`;
}

/** An id of an account, as random as a real one: it does not compress. */
function uuidFrom(random: () => number): string {
  const digits = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');
}

/** The first currency is the one that is swept: of a rule that is decided on every snapshot. */
function kindAt(index: number): Kind {
  return KINDS[index % KINDS.length] ?? 'below';
}

/** Daily occurrences are spread over the day, so that any two hours have their share of them. */
function scheduleOf(kind: Kind, index: number): Pick<SweepRule, 'schedule'> | object {
  if (kind !== 'daily' && kind !== 'hourly') return {};
  const hours = kind === 'hourly' ? '*' : String((index * 7) % 24);
  const expression = `30 ${hours} * * ? *`;
  return { schedule: { kind: 'cron', expression, timeZone: 'UTC' } };
}

/** Writes the sealed policy and the lanes of these currencies, each of which has swept daily. */
export async function writePolicy(
  { ledger }: CostTables,
  tenant: string,
  currencies: readonly BenchCurrency[],
  at: Instant,
  random: () => number,
): Promise<void> {
  const epoch = await ledger.epoch();
  const [account] = POLICY.accounts;
  if (account === undefined || POLICY.controls === null) throw new Error('there is no policy');
  const dryRun = currencies.filter((_, index) => kindAt(index) === 'dry-run');
  const currencyModes = Object.fromEntries(dryRun.map(({ name }) => [name, 'dry-run' as const]));
  const pieces: CurrentItem[] = [
    { kind: 'controls', item: { ...POLICY.controls, currencyModes } },
    ...currencies.flatMap(({ name: currency, rule }): CurrentItem[] => [
      {
        kind: 'account',
        item: { ...account, id: rule.withdrawalAccountId ?? account.id, currency },
      },
      { kind: 'rule', item: rule },
    ]),
  ];
  const changes: LedgerWrite[] = [];
  const counted: LedgerWrite[] = [];
  for (const { rule } of currencies) {
    const lane = usedLane(tenant, rule, epoch, at, random);
    const read = newLane(tenant, rule.currency, epoch);
    changes.push({ kind: 'create-lane', lane: read });
    counted.push({ kind: 'replace-lane', lane, from: 'idle', read });
  }
  for (const piece of pieces) {
    changes.push(putItem(await sealedPiece(SEALS, { tenant, epoch }, piece, at)));
  }
  const all = [...changes, ...counted];
  for (let start = 0; start < all.length; start += PER_COMMIT) {
    const written = await ledger.commit(tenant, all.slice(start, start + PER_COMMIT));
    if (!written.ok) throw new Error(`no policy: ${written.conflicts.join(', ')}`);
  }
}
