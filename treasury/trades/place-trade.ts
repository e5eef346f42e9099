import { advance } from '../instructions/advance.ts';
import { proposedBy } from '../instructions/history-words.ts';
import type { Confirmation, Instruction } from '../instructions/instruction.ts';
import { fingerprintOf, tradeInstructionId } from '../instructions/instruction-id.ts';
import type { ClaimRecord, Lane } from '../instructions/lane.ts';
import { claimLatch } from '../instructions/latch.ts';
import { classifyTrade } from '../outcomes/classify-trade.ts';
import type { Exchange, Outcome } from '../outcomes/outcome.ts';
import type { Controls } from '../policy/controls.ts';
import type { Change } from '../ports/ledger.ts';
import type { ReadFailureCode } from '../ports/trading-service.ts';
import { claimRecord } from '../sending/claim-record.ts';
import { commitClaim } from '../sending/commit-claim.ts';
import { conclude } from '../sending/conclude.ts';
import type { SendingPorts } from '../sending/ports.ts';
import { MAX_CLAIM_ATTEMPTS } from '../sending/protocol-limits.ts';
import { guardTrade } from './trade-guards.ts';
import type { TradeRefusal } from './trade-refusal.ts';
import type { TradeView } from './trade-view.ts';
import type { TradeWish } from './trade-wish.ts';

export type TradeResult =
  /** The trade was sent, now or by an earlier request with the same key and body. */
  | { readonly result: 'concluded'; readonly instruction: Instruction; readonly replayed: boolean }
  | { readonly result: 'in-flight'; readonly instruction: Instruction }
  | { readonly result: 'key-reused'; readonly instructionId: string }
  | { readonly result: 'refused'; readonly refusal: TradeRefusal }
  | {
      readonly result: 'service-unreadable';
      readonly code: ReadFailureCode;
      readonly reason: string;
    }
  | { readonly result: 'contended' };

/**
 * Places one trade, at most once per client and Idempotency-Key. The instruction and the claim of
 * both its lanes are one conditional write: there is no trade on record that nobody claimed.
 */
export async function placeTrade(ports: SendingPorts, wish: TradeWish): Promise<TradeResult> {
  const id = tradeInstructionId(wish.client, wish.idempotencyKey);
  for (let attempt = 0; attempt < MAX_CLAIM_ATTEMPTS; attempt++) {
    const existing = await ports.ledger.readInstruction(wish.client, id);
    if (existing !== null) return replay(existing, wish);
    const step = await claimOnce(ports, wish, id);
    if (step.kind === 'done') return step.result;
    if (step.kind === 'claimed') {
      const instruction = await postAndConclude(ports, wish, step.claim);
      return { result: 'concluded', instruction, replayed: false };
    }
  }
  return { result: 'contended' };
}

/** SHA-256 over what was asked; the same key with another of these is another wish. */
function fingerprint({ request }: TradeWish): string {
  return fingerprintOf([request.instrument, request.side, request.price, request.amount]);
}

function replay(existing: Instruction, wish: TradeWish): TradeResult {
  const { origin, status } = existing;
  if (origin.kind !== 'request' || origin.fingerprint !== fingerprint(wish)) {
    return { result: 'key-reused', instructionId: existing.id };
  }
  return status.state === 'sending'
    ? { result: 'in-flight', instruction: existing }
    : { result: 'concluded', instruction: existing, replayed: true };
}

type ClaimStep =
  | { readonly kind: 'claimed'; readonly claim: ClaimRecord }
  | { readonly kind: 'done'; readonly result: TradeResult }
  | { readonly kind: 'again' };

async function claimOnce(ports: SendingPorts, wish: TradeWish, id: string): Promise<ClaimStep> {
  const view = await readView(ports, wish.client);
  if (!view.ok) {
    const { code, reason } = view;
    return { kind: 'done', result: { result: 'service-unreadable', code, reason } };
  }
  const guarded = guardTrade(wish.request, view.value);
  if (!guarded.ok) {
    return { kind: 'done', result: { result: 'refused', refusal: guarded.refusal } };
  }
  const { controls } = guarded;
  const { lanes, balances } = view.value;
  const pair = wish.request.instrument.split('/').map((currency) => lanes.get(currency));
  if (pair.some((lane) => lane === undefined)) {
    throw new Error('a trade was found acceptable without lanes');
  }
  const at = ports.now();
  const nonce = ports.nonce();
  const claims = pair
    .filter((lane) => lane !== undefined)
    .map((lane) => ({
      lane,
      claim: claimRecord({
        instructionId: id,
        nonce,
        at,
        controls,
        balanceBefore: balances[lane.currency]?.total ?? '0',
      }),
    }));
  return await claim(ports, wish, id, controls, claims);
}

async function claim(
  ports: SendingPorts,
  wish: TradeWish,
  id: string,
  controls: Controls,
  claims: readonly { readonly lane: Lane; readonly claim: ClaimRecord }[],
): Promise<ClaimStep> {
  const [first] = claims;
  if (first === undefined) throw new Error(`instrument ${wish.request.instrument} has no lanes`);
  const changes: Change[] = [
    { kind: 'create-instruction', instruction: claimedTrade(wish, id, first.claim) },
    ...claims.map(
      ({ lane, claim: record }): Change => ({
        kind: 'replace-lane',
        lane: claimLatch(lane, record),
        from: 'idle',
      }),
    ),
    {
      kind: 'keep-controls',
      version: controls.version,
      mode: 'live',
      currencies: wish.request.instrument.split('/'),
    },
  ];
  const committed = await commitClaim(ports.ledger, wish.client, first.claim, changes);
  return committed === 'claimed' ? { kind: 'claimed', claim: first.claim } : { kind: 'again' };
}

function claimedTrade(wish: TradeWish, id: string, record: ClaimRecord): Instruction {
  const at = record.claimedAt;
  const { requestedBy, idempotencyKey, request } = wish;
  const proposed: Instruction = {
    id,
    client: wish.client,
    origin: { kind: 'request', idempotencyKey, fingerprint: fingerprint(wish), requestedBy },
    content: { kind: 'trade', ...request },
    createdAt: at,
    status: { state: 'proposed', at },
    history: [proposedBy(at, `asked for by ${requestedBy}`)],
    version: 1,
  };
  const approved = advance(proposed, { kind: 'approve', at, by: 'the trade limits' });
  return advance(approved, { kind: 'claim', claim: record });
}

type ViewReading =
  | { readonly ok: true; readonly value: TradeView }
  | { readonly ok: false; readonly code: ReadFailureCode; readonly reason: string };

/** Policy and lanes first, then the service: what changes after them breaks the claim. */
async function readView(ports: SendingPorts, client: string): Promise<ViewReading> {
  const [policy, lanes, epoch] = await Promise.all([
    ports.ledger.readPolicy(client),
    ports.ledger.readLanes(client),
    ports.ledger.epoch(),
  ]);
  const [balances, prices] = await Promise.all([
    ports.service.readBalances(),
    ports.service.readPrices(),
  ]);
  if (!balances.ok) return balances;
  if (!prices.ok) return prices;
  return {
    ok: true,
    value: {
      controls: policy.controls,
      epoch,
      lanes: new Map(lanes.map((lane) => [lane.currency, lane])),
      balances: balances.value.balances,
      prices: prices.value.prices,
      pricesReadAt: prices.value.readAt,
      now: ports.now(),
    },
  };
}

async function postAndConclude(
  ports: SendingPorts,
  wish: TradeWish,
  record: ClaimRecord,
): Promise<Instruction> {
  const exchange = await postOnce(ports, wish, record);
  const outcome = classifyTrade(wish.request, exchange);
  const judged: Outcome<Confirmation> =
    outcome.state === 'confirmed'
      ? { ...outcome, confirmation: { kind: 'trade', ...outcome.confirmation } }
      : outcome;
  return await conclude(ports, wish.client, record, judged);
}

async function postOnce(
  ports: SendingPorts,
  wish: TradeWish,
  { sendBy }: ClaimRecord,
): Promise<Exchange> {
  if (ports.now() >= sendBy) {
    const message = `not sent: it is past ${sendBy}`;
    return { kind: 'failed', connected: false, code: 'PAST_SEND_BY', message };
  }
  return await ports.service.postTrade(wish.request, sendBy);
}
