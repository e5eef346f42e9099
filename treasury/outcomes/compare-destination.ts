import type { AnsweredDestination, StatedDestination } from './outcome.ts';
import type { AnsweredWithdrawal } from './reply.ts';
import { compareNetworks, isSameText } from './same-destination-text.ts';

/** Where a withdrawal is to go, as it was approved and sealed: of the registered account. */
export interface RegisteredDestination {
  readonly network: string;
  /** The service's own name for the same network, once two people have confirmed it. */
  readonly networkAtService?: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * agrees: nothing that both state differs. differs: the answer states another destination than the registered one, or than
 * the one that it stated before. unreadable: something stands where the destination is stated, and it is no text.
 * unfamiliar-network: the answer calls the network by a name that no people have confirmed.
 */
export type DestinationComparison =
  | { readonly kind: 'agrees'; readonly destination: AnsweredDestination }
  | {
      readonly kind: 'differs';
      readonly path: string;
      readonly expected: string;
      readonly answered: string;
      /** Registered, or stated by an earlier answer. */
      readonly by: 'registered' | 'earlier-answer';
    }
  | { readonly kind: 'unreadable'; readonly path: string }
  | {
      readonly kind: 'unfamiliar-network';
      readonly registered: string;
      readonly answered: string;
    };

type Doubt = Exclude<DestinationComparison, { readonly kind: 'agrees' }>;

/** Depth of an object of details that is looked into: as deep as the policy may state them. */
const MAX_DEPTH = 8;

/**
 * Texts that are kept of one account's destination, and characters of each: an address, a tag and the numbers of a bank
 * account fit many times over. The item of a lane holds them for each of its accounts, 200 at the most.
 */
const MAX_STATED_PATHS = 8;
const MAX_STATED_CHARACTERS = 160;

/** Paths that a record lists: the policy may register more, of which an address is among the first. */
const MAX_LISTED_PATHS = 20;

const NETWORK = 'network';

const NOTHING_STATED: StatedDestination = { details: {} };

/** Names of properties that tell one destination from another, without case and signs, wherever they stand in the details. */
const TELLING_NAMES: ReadonlySet<string> = new Set([
  'address',
  'tag',
  'destinationtag',
  'memo',
  'paymentid',
  'iban',
  'bic',
  'accountnumber',
  'routingnumber',
  'sortcode',
]);

/**
 * Compares what each withdrawal of an answer states of its destination with the registered one, path by path, and with what
 * the service has stated before where nothing is registered.
 */
export function compareDestination(
  registered: RegisteredDestination,
  withdrawals: readonly AnsweredWithdrawal[],
  before: StatedDestination | null,
): DestinationComparison {
  const paths = textsIn(registered.details);
  const notStated = new Set<string>();
  const doubts: Doubt[] = [];
  let says = NOTHING_STATED;
  for (const withdrawal of withdrawals) {
    const judged = judgeOne(registered, paths, withdrawal, [before ?? NOTHING_STATED, says]);
    doubts.push(...judged.doubts);
    for (const path of judged.notStated) notStated.add(path);
    says = mergedStatement(says, statedIn(withdrawal));
  }
  // An answer that says something else is worse than one that cannot be read.
  const worst = doubts.find(({ kind }) => kind === 'differs') ?? doubts[0];
  if (worst !== undefined) return worst;
  const all = [NETWORK, ...paths.keys()];
  const stated = all.filter((path) => !notStated.has(path));
  const telling = [...paths.keys()].filter(isTelling);
  return {
    kind: 'agrees',
    destination: {
      // Without anything registered that tells it from others, an answer cannot name it.
      isNamed: telling.length > 0 && telling.every((path) => stated.includes(path)),
      stated: stated.slice(0, MAX_LISTED_PATHS),
      notStated: all.filter((path) => notStated.has(path)).slice(0, MAX_LISTED_PATHS),
      says,
    },
  };
}

/** The statements of one withdrawal, path by path. */
function judgeOne(
  registered: RegisteredDestination,
  paths: ReadonlyMap<string, Placed>,
  withdrawal: AnsweredWithdrawal,
  before: readonly StatedDestination[],
): { readonly doubts: readonly Doubt[]; readonly notStated: readonly string[] } {
  const networks = networksOf(withdrawal);
  // Not by the same answer: of two withdrawals under one unknown name, neither settles the other.
  const isNetworkSettled = before[0]?.network !== undefined;
  const ofNetwork = networks.map((each) => judgeNetwork(registered, each, isNetworkSettled));
  const judged = [...paths].map(
    ([path, placed]) => [path, judgePath(path, placed, withdrawal)] as const,
  );
  const said = statedIn(withdrawal);
  const ofBefore = before.map((earlier) => changedFrom(earlier, said, paths));
  const doubts = [...ofNetwork, ...judged.map(([, each]) => each), ...ofBefore];
  const missing = judged.filter(([, each]) => each === 'not-stated').map(([path]) => path);
  return {
    doubts: doubts.filter((each) => each !== null && typeof each === 'object'),
    notStated: networks.length === 0 ? [NETWORK, ...missing] : missing,
  };
}

/** What was said first stays as it was spelt; what is new is added while there is room. */
export function mergedStatement(
  before: StatedDestination,
  said: StatedDestination,
): StatedDestination {
  const network = before.network ?? said.network;
  const added = Object.entries(said.details).filter(
    ([path]) => !Object.hasOwn(before.details, path),
  );
  const details = Object.entries(before.details).concat(added).slice(0, MAX_STATED_PATHS);
  return {
    ...before,
    ...(network !== undefined && { network }),
    details: Object.fromEntries(details),
  };
}

function networksOf({ network = '', accountNetwork = '' }: AnsweredWithdrawal): readonly string[] {
  return [network, accountNetwork].filter((each) => each.trim() !== '');
}

function judgeNetwork(
  { network, networkAtService }: RegisteredDestination,
  answered: string,
  isNetworkSettled: boolean,
): Doubt | null {
  const names = networkAtService === undefined ? [network] : [network, networkAtService];
  const compared = names.map((name) => compareNetworks(name, answered));
  if (compared.includes('same')) return null;
  // Once two people have confirmed the service's own name for it, or the service has used ours, a third is another network.
  const isSettled = networkAtService !== undefined || isNetworkSettled;
  return isSettled || compared.includes('other')
    ? { kind: 'differs', path: NETWORK, expected: network, answered, by: 'registered' }
    : { kind: 'unfamiliar-network', registered: network, answered };
}

function judgePath(
  path: string,
  { names, text: expected }: Placed,
  { accountDetails = {}, details = {} }: AnsweredWithdrawal,
): Doubt | 'same' | 'not-stated' {
  const found = [accountDetails, details].map((each) => valueAt(each, names));
  const stated = found.filter((value) => value !== undefined);
  for (const value of stated) {
    const answered = textOf(value);
    if (answered === null) continue;
    if (isSameText(expected, answered)) continue;
    return { kind: 'differs', path, expected, answered, by: 'registered' };
  }
  if (stated.some((value) => textOf(value) === null)) return { kind: 'unreadable', path };
  return stated.length === 0 ? 'not-stated' : 'same';
}

/** Where the registered destination says nothing, the service itself must not contradict what it said before. */
function changedFrom(
  before: StatedDestination,
  said: StatedDestination,
  registered: ReadonlyMap<string, Placed>,
): Doubt | null {
  for (const [path, answered] of Object.entries(said.details)) {
    if (registered.has(path) || !Object.hasOwn(before.details, path)) continue;
    const expected = before.details[path] ?? '';
    if (isSameText(expected, answered)) continue;
    return { kind: 'differs', path, expected, answered, by: 'earlier-answer' };
  }
  return null;
}

/** What an answer says of a destination, within bounds. */
function statedIn(withdrawal: AnsweredWithdrawal): StatedDestination {
  const { accountDetails = {} } = withdrawal;
  const network = networksOf(withdrawal).at(-1)?.slice(0, MAX_STATED_CHARACTERS);
  const telling = [...textsIn(accountDetails)]
    .map(([path, { text }]) => [path, text] as const)
    .filter(([path]) => isTelling(path) && path.length <= MAX_STATED_CHARACTERS)
    .filter(([, text]) => text.length <= MAX_STATED_CHARACTERS)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .slice(0, MAX_STATED_PATHS);
  return { ...(network !== undefined && { network }), details: Object.fromEntries(telling) };
}

function isTelling(path: string): boolean {
  const name = path.split('.').at(-1) ?? '';
  return TELLING_NAMES.has(name.toLowerCase().replaceAll(/[^a-z0-9]/gu, ''));
}

/** A text, and the names on the way to it. */
interface Placed {
  readonly names: readonly string[];
  readonly text: string;
}

/** The texts of an object of details by path, such as `beneficiary.address`; a number is its text. */
function textsIn(details: Readonly<Record<string, unknown>>): ReadonlyMap<string, Placed> {
  const texts = new Map<string, Placed>();
  const collect = (value: unknown, names: readonly string[]): void => {
    const text = textOf(value);
    if (text !== null) texts.set(pathOf(names), { names, text });
    if (typeof value !== 'object' || value === null || names.length === MAX_DEPTH) return;
    for (const [name, inner] of Object.entries(value)) collect(inner, [...names, name]);
  };
  collect(details, []);
  return texts;
}

/** A name with a point in it cannot be mistaken for two. */
function pathOf(names: readonly string[]): string {
  return names.map((name) => name.replaceAll('\\', '\\\\').replaceAll('.', '\\.')).join('.');
}

/** Undefined where the answer says nothing: a name on the way is missing, or leads to no object. */
function valueAt(details: Readonly<Record<string, unknown>>, names: readonly string[]): unknown {
  let value: unknown = details;
  for (const name of names) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** Null if it states nothing that can be compared; a number beyond this size has lost its digits. */
function textOf(value: unknown): string | null {
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : null;
  }
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}
