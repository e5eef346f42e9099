import { type BreakCandidate, matchBreak } from '../breaks/break-transitions.ts';
import { type Break, type BreakMatch, breakId, matchOf } from '../ledger/break.ts';
import type { LedgerWrite } from '../ledger/ledger.ts';
import type { MatchingUsage } from '../ledger/matching-usage.ts';
import type { OpenRise } from '../ledger/pending-claims.ts';
import type { MatchingRule } from '../policy/matching-rule.ts';
import { judgePiece, type PieceVerdict } from '../sealing/policy-seals.ts';
import type { Instant } from '../time/instant.ts';
import { type FittingRule, fittingRules, matchWithin } from './classify.ts';
import { isCounted, withoutTaken, withTaken } from './matching-debits.ts';
import { OpenRises } from './open-rises.ts';
import type { MatchingPorts, ReadBreakAt } from './ports.ts';

/** What was found in some readings, and the breaks that stand and that are about to be written. */
export interface Differences {
  readonly candidates: readonly BreakCandidate[];
  readonly current: readonly Break[];
  readonly writes: readonly Break[];
  /** Found in earlier readings. */
  readonly openRises: readonly OpenRise[];
}

/** Why a rule that expects a movement did not explain it. */
export interface Unmatched {
  readonly breakId: string;
  readonly ruleId: string;
  readonly why:
    | 'bound-reached'
    | 'may-be-part-of-a-withdrawal'
    /** The ledger refused the version that was read, twice: it changes all the time, or a later one stands in its history. */
    | 'not-as-it-stands'
    | 'seal-unknown'
    | Exclude<PieceVerdict, 'valid'>;
}

export interface Matched {
  /** The breaks to write, some of them matched. */
  readonly breaks: readonly Break[];
  /** The rules they rest on, checked in each commit that has one of them, and what those have explained lately. */
  readonly writes: readonly LedgerWrite[];
  readonly unmatched: readonly Unmatched[];
}

/**
 * Explains differences by the matching rules. Last of all: a difference is what no instruction accounts for, and none is
 * matched that a request may still account for (`awaits`), whose outcome was not known (`doubted`), or of which a part may
 * have been taken for the whole (`takenForWhole`). The most specific rule decides
 * alone: if its bounds are reached, no other one takes its place. A rule explains what was found since it is in force;
 * earlier breaks are for people.
 */
export async function matchBreaks(
  ports: MatchingPorts & { readonly breakAt: ReadBreakAt },
  tenant: string,
  { candidates, current, writes, openRises }: Differences,
  at: Instant,
): Promise<Matched> {
  const before = new Map(current.map((each) => [each.id, each]));
  const next = new Map(writes.map((each) => [each.id, each]));
  const released = writes.flatMap((each) => releasedBy(before.get(each.id), each));
  const open = candidates
    .flatMap((candidate) => openOf(candidate, before, next))
    .sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  if (open.length === 0 && released.length === 0)
    return { breaks: writes, writes: [], unmatched: [] };
  const usage = new UsageOfRules(ports, tenant);
  for (const { currency, match } of released) await usage.release(currency, match);
  const rules = await TrustedRules.read(ports, tenant, open.length > 0);
  const examined = [...new Map([...before, ...next]).values()];
  const known = { examined, known: openRises };
  const rises = new OpenRises(ports.breakAt, tenant, known);
  const unmatched: Unmatched[] = [];
  for (const { candidate, found } of open) {
    const fitting = rules.fitting(candidate, found);
    const decided = await rules.firstTrusted(fitting, (ruleId, why) =>
      unmatched.push({ breakId: found.id, ruleId, why }),
    );
    if (decided === null) continue;
    const { rule } = decided;
    if (await rises.mayExplain(found)) {
      const why = 'may-be-part-of-a-withdrawal';
      unmatched.push({ breakId: found.id, ruleId: rule.id, why });
      continue;
    }
    const match = matchWithin(decided, await usage.of(rule.id), candidate.flow);
    if (match === null) {
      unmatched.push({ breakId: found.id, ruleId: rule.id, why: 'bound-reached' });
      continue;
    }
    await usage.take(found.currency, match);
    rules.use(rule);
    const written = next.get(found.id);
    const opened = written ?? { ...found, version: found.version + 1 };
    next.set(found.id, matchBreak(opened, match, at));
  }
  return {
    breaks: [...next.values()],
    writes: [...rules.assertions(), ...usage.writes()],
    unmatched,
  };
}

/** The same differences without an explanation, where the ledger keeps refusing the rules that gave one. */
export function withoutMatches(writes: readonly Break[], refused: Matched): Matched {
  const unmatched = refused.breaks.flatMap((each) => {
    const match = matchOf(each);
    if (match === null) return [];
    return [{ breakId: each.id, ruleId: match.ruleId, why: 'not-as-it-stands' as const }];
  });
  return { breaks: writes, writes: [], unmatched: [...refused.unmatched, ...unmatched] };
}

interface OpenDifference {
  readonly candidate: BreakCandidate;
  readonly found: Break;
}

/** Empty if there is nothing to match: it has an explanation, or a request may account for it. */
function openOf(
  candidate: BreakCandidate,
  before: ReadonlyMap<string, Break>,
  next: ReadonlyMap<string, Break>,
): readonly OpenDifference[] {
  const id = breakId(candidate.flow);
  const known = before.get(id);
  const found = next.get(id) ?? known;
  if (!candidate.isBreak || found?.status.state !== 'open') return [];
  const isDoubtful =
    candidate.awaits.length > 0 || candidate.takenForWhole.length > 0 || found.doubted === true;
  return isDoubtful ? [] : [{ candidate, found }];
}

function orderOf({ found }: OpenDifference): string {
  return `${found.readAt}#${found.currency}`;
}

/** What a rule explained, and does not any more: later knowledge took its place, or the amount is another. */
function releasedBy(before: Break | undefined, after: Break) {
  const match = before === undefined ? null : matchOf(before);
  if (match === null || !isCounted(match) || matchOf(after) !== null) return [];
  return [{ currency: after.currency, match }];
}

/** The rules in force, each with the verdict on its seal once that is needed. */
class TrustedRules {
  readonly #ports: MatchingPorts;
  readonly #tenant: string;
  readonly #epoch: string;
  readonly #rules: readonly MatchingRule[];
  readonly #verdicts = new Map<string, PieceVerdict | 'seal-unknown'>();
  readonly #used = new Map<string, MatchingRule>();

  private constructor(
    ports: MatchingPorts,
    tenant: string,
    epoch: string,
    rules: readonly MatchingRule[],
  ) {
    this.#ports = ports;
    this.#tenant = tenant;
    this.#epoch = epoch;
    this.#rules = rules;
  }

  static async read(ports: MatchingPorts, tenant: string, areNeeded: boolean) {
    const rules = areNeeded ? await ports.readRules(tenant) : [];
    const epoch = rules.length > 0 ? await ports.epoch() : '';
    return new TrustedRules(ports, tenant, epoch, rules);
  }

  /** The most specific first. */
  fitting({ flow }: BreakCandidate, { status }: Break): readonly FittingRule[] {
    const inForce = this.#rules.filter(({ activeSince }) => activeSince <= status.at);
    return fittingRules(inForce, flow);
  }

  /** A rule that no deciding function wrote explains nothing, and takes the place of no other. */
  async firstTrusted(
    fitting: readonly FittingRule[],
    tell: (ruleId: string, why: Exclude<PieceVerdict, 'valid'> | 'seal-unknown') => void,
  ): Promise<FittingRule | null> {
    for (const each of fitting) {
      const verdict = await this.#verdictOn(each.rule);
      if (verdict === 'valid') return each;
      tell(each.rule.id, verdict);
      // Nothing is known about it, so it may be the one that decides.
      if (verdict === 'seal-unknown') return null;
    }
    return null;
  }

  use(rule: MatchingRule): void {
    this.#used.set(rule.id, rule);
  }

  assertions(): readonly LedgerWrite[] {
    return [...this.#used.values()].map(({ id: ruleId, version }) => ({
      kind: 'assert-matching-rule-unchanged',
      ruleId,
      version,
    }));
  }

  async #verdictOn(rule: MatchingRule): Promise<PieceVerdict | 'seal-unknown'> {
    const known = this.#verdicts.get(rule.id);
    if (known !== undefined) return known;
    const verdict = await this.#judge(rule);
    this.#verdicts.set(rule.id, verdict);
    return verdict;
  }

  /** Seals that cannot be verified now leave the break open: the books go on. */
  async #judge(item: MatchingRule): Promise<PieceVerdict | 'seal-unknown'> {
    const ledger = { tenant: this.#tenant, epoch: this.#epoch };
    try {
      return await judgePiece(this.#ports.seals, ledger, { kind: 'matching-rule', item });
    } catch {
      return 'seal-unknown';
    }
  }
}

/** What the rules explained lately, as it will stand after these writes. */
class UsageOfRules {
  readonly #ports: MatchingPorts;
  readonly #tenant: string;
  readonly #read = new Map<string, MatchingUsage | null>();
  readonly #changed = new Map<string, MatchingUsage>();

  constructor(ports: MatchingPorts, tenant: string) {
    this.#ports = ports;
    this.#tenant = tenant;
  }

  async of(ruleId: string): Promise<MatchingUsage | null> {
    const changed = this.#changed.get(ruleId);
    if (changed !== undefined) return changed;
    if (!this.#read.has(ruleId)) {
      this.#read.set(ruleId, await this.#ports.readUsage(this.#tenant, ruleId));
    }
    return this.#read.get(ruleId) ?? null;
  }

  async take(currency: string, match: BreakMatch): Promise<void> {
    if (!isCounted(match)) return;
    const usage = await this.of(match.ruleId);
    this.#changed.set(match.ruleId, withTaken(usage, this.#tenant, currency, match));
  }

  async release(currency: string, match: BreakMatch): Promise<void> {
    const usage = await this.of(match.ruleId);
    if (usage !== null) this.#changed.set(match.ruleId, withoutTaken(usage, currency, match));
  }

  writes(): readonly LedgerWrite[] {
    return [...this.#changed.values()].map((usage) => ({
      kind: 'put-matching-usage',
      usage: { ...usage, version: usage.version + 1 },
    }));
  }
}
