import { appendToChain } from '../audit/audit-entry.ts';
import { type Contended, untilWritten } from '../changes/refusal.ts';
import type { Lane } from '../instructions/lane.ts';
import { DEFAULT_CHANGE_EXPIRY_SECONDS } from '../policy/policy-limits.ts';
import type { Change, Ledger } from '../ports/ledger.ts';
import type { Surroundings } from '../ports/surroundings.ts';
import { plusSeconds } from '../time/instant.ts';
import { type Arming, armableLanes, armingView } from './arming.ts';

export interface ArmingPorts extends Pick<Surroundings, 'now'> {
  readonly ledger: Pick<
    Ledger,
    'epoch' | 'readPolicy' | 'readLanes' | 'readAuditHead' | 'commit'
  > & {
    /** Strongly consistent; null where nobody ever said so. */
    readonly readArming: (client: string) => Promise<Arming | null>;
  };
}

export interface ArmingWish {
  readonly client: string;
  /** Of the lanes that the person saw. */
  readonly digest: string;
  readonly by: string;
  /** What was compared with what. */
  readonly words: string;
  readonly requestId: string;
}

export interface ArmingRefusal {
  readonly code: 'nothing-to-arm' | 'arming-changed' | 'not-halted';
  readonly words: string;
}

export type ArmResult =
  /** One person has said so; another one has to. */
  | { readonly result: 'proposed'; readonly arming: Arming; readonly replayed: boolean }
  | { readonly result: 'armed'; readonly arming: Arming; readonly replayed: boolean }
  | { readonly result: 'refused'; readonly refusal: ArmingRefusal }
  | Contended;

/**
 * Arms the lanes of a restored ledger, when two different people have said so about the very same lanes. Lanes, the
 * word of both, and the audit log change in one write. Budgets and counts go on from where the backup left them.
 */
export async function arm(ports: ArmingPorts, wish: ArmingWish): Promise<ArmResult> {
  return await untilWritten(() => armOnce(ports, wish));
}

async function armOnce(ports: ArmingPorts, wish: ArmingWish): Promise<ArmResult | null> {
  const { ledger } = ports;
  const { client, by, digest } = wish;
  const [lanes, epoch, standing, policy] = await Promise.all([
    ledger.readLanes(client),
    ledger.epoch(),
    ledger.readArming(client),
    ledger.readPolicy(client),
  ]);
  const view = armingView(lanes, epoch);
  if (standing?.armed !== undefined && standing.digest === digest && isOneOf(standing, by)) {
    return { result: 'armed', arming: standing, replayed: true };
  }
  if (view.armable.length === 0) return refused('nothing-to-arm', nothingWords(view.notYet));
  if (view.digest !== digest) {
    return refused('arming-changed', 'The lanes are not what you saw. Look at them again.');
  }
  if (policy.controls?.mode === 'live') {
    const words =
      'The mode is live: with the next snapshot money would leave. Halt first; ending the halt is a decision of its own.';
    return refused('not-halted', words);
  }
  if (standing === null || !stands(standing, epoch, digest, ports.now())) {
    return await propose(ports, wish, { epoch, currencies: view.armable, standing });
  }
  if (standing.by === by) return { result: 'proposed', arming: standing, replayed: true };
  return await agree(ports, wish, standing, armableLanes(lanes, epoch));
}

function isOneOf({ by, armed }: Arming, name: string): boolean {
  return by === name || armed?.by === name;
}

function stands(arming: Arming, epoch: string, digest: string, at: string): boolean {
  const { armed, expiresAt } = arming;
  return (
    armed === undefined && arming.epoch === epoch && arming.digest === digest && at < expiresAt
  );
}

function nothingWords(notYet: readonly { readonly currency: string; readonly why: string }[]) {
  if (notYet.length === 0) return 'Every currency is armed in this ledger.';
  const each = notYet.map(({ currency, why }) => `${currency}: ${why}`).join('; ');
  return `No currency can be armed yet. ${each}.`;
}

function refused(code: ArmingRefusal['code'], words: string): ArmResult {
  return { result: 'refused', refusal: { code, words } };
}

interface Seen {
  readonly epoch: string;
  readonly currencies: readonly string[];
  readonly standing: Arming | null;
}

async function propose(
  ports: ArmingPorts,
  { client, digest, by, words, requestId }: ArmingWish,
  { epoch, currencies, standing }: Seen,
): Promise<ArmResult | null> {
  const at = ports.now();
  const arming: Arming = {
    client,
    epoch,
    digest,
    currencies,
    by,
    at,
    words,
    expiresAt: plusSeconds(at, DEFAULT_CHANGE_EXPIRY_SECONDS),
    version: (standing?.version ?? 0) + 1,
  };
  const head = await ports.ledger.readAuditHead(client);
  const fact = { at, by, action: 'propose-arming', subject: 'lanes', requestId };
  const entry = appendToChain(head, {
    ...fact,
    before: null,
    after: { epoch, currencies, digest, words },
  });
  const { ok } = await ports.ledger.commit(client, [
    { kind: 'put-arming', arming },
    { kind: 'append-audit', entry },
  ]);
  return ok ? { result: 'proposed', arming, replayed: false } : null;
}

async function agree(
  ports: ArmingPorts,
  { client, by, words, requestId }: ArmingWish,
  standing: Arming,
  lanes: readonly Lane[],
): Promise<ArmResult | null> {
  const at = ports.now();
  const { epoch, currencies } = standing;
  const arming: Arming = {
    ...standing,
    armed: { by, at, words },
    version: standing.version + 1,
  };
  const head = await ports.ledger.readAuditHead(client);
  const entry = appendToChain(head, {
    at,
    by: standing.by,
    approvedBy: by,
    action: 'arm',
    subject: 'lanes',
    requestId,
    before: lanes.map((lane) => ({ currency: lane.currency, epoch: lane.epoch })),
    after: { epoch, currencies, words },
  });
  const { ok } = await ports.ledger.commit(client, [
    ...lanes.map((lane): Change => {
      const armed = { ...lane, epoch, version: lane.version + 1 };
      return { kind: 'arm-lane', lane: armed, fromEpoch: lane.epoch };
    }),
    { kind: 'put-arming', arming },
    { kind: 'append-audit', entry },
  ]);
  return ok ? { result: 'armed', arming, replayed: false } : null;
}
