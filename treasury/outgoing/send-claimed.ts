import type { Confirmation, Instruction } from '../instructions/instruction.ts';
import type { RequestTimes } from '../outcomes/created-when.ts';
import type { Outcome } from '../outcomes/outcome.ts';
import { notSent, type Reply } from '../outcomes/reply.ts';
import type { TradingService } from '../ports/trading-service.ts';
import { conclude } from '../sending/conclude.ts';
import { noteBookings } from '../sending/note-bookings.ts';
import type { SendingPorts } from '../sending/ports.ts';
import { refuseByHalt } from '../sending/refuse-by-halt.ts';
import type { Instant } from '../time/instant.ts';

/** Which claim holds, and what it rests on. */
export interface Claimed {
  readonly instructionId: string;
  readonly nonce: string;
  readonly claimedAt: Instant;
  readonly sendBy: Instant;
  readonly haltGeneration: number;
}

/** What one kind of outgoing asks of the service, and how the answer is judged. From the claim on, kinds differ in nothing else. */
export interface Asked<Said> {
  readonly send: (service: TradingService, sendBy: Instant) => Promise<Reply<Said>>;
  /** Ids of the answer that were answered before. */
  readonly knownIn: (
    ledger: SendingPorts['ledger'],
    tenant: string,
    reply: Reply<Said>,
  ) => Promise<ReadonlySet<string>>;
  readonly judge: (
    reply: Reply<Said>,
    known: ReadonlySet<string>,
    times: RequestTimes,
  ) => Outcome<Confirmation>;
}

/** What became of one request. `answered`: the judgement on the service's answer; the ledger may say otherwise by then. */
export interface Concluded {
  readonly instruction: Instruction;
  readonly answered: Outcome<Confirmation>['state'];
}

/**
 * Sends what is claimed, at most once: a last look at the halt, one request, its outcome on record, one look at the
 * balances. The outcome is judged while the ledger is read for it.
 */
export async function sendClaimed<Said>(
  ports: SendingPorts,
  tenant: string,
  claimed: Claimed,
  asked: Asked<Said>,
): Promise<Concluded> {
  const reply =
    (await refuseByHalt(ports, tenant, claimed)) ?? (await sendOnce(ports, claimed, asked));
  const times = { claimedAt: claimed.claimedAt, receivedAt: ports.now() };
  const judged = asked
    .knownIn(ports.ledger, tenant, reply)
    // The write of the outcome checks the same again; a failed look-up must not lose the answer.
    .catch((): ReadonlySet<string> => new Set())
    .then((known) => asked.judge(reply, known, times));
  const instruction = await conclude(ports, tenant, claimed, judged);
  const { state: answered } = await judged;
  if (answered === 'confirmed') await noteBookings(ports, instruction, claimed.claimedAt);
  return { instruction, answered };
}

async function sendOnce<Said>(
  { now, service }: SendingPorts,
  { sendBy }: Claimed,
  { send }: Asked<Said>,
): Promise<Reply<Said>> {
  if (now() >= sendBy) return notSent({ code: 'past-send-by', sendBy });
  return await send(service, sendBy);
}
