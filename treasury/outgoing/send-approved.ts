import { advance } from '../instructions/advance.ts';
import { judgeApprovalAge, notSentInTime } from '../instructions/approval-age.ts';
import type { Instruction } from '../instructions/instruction.ts';
import type { Lane } from '../instructions/lane.ts';
import { leaving, putBack } from '../sealing/put-back.ts';
import { SEAL_INVALID } from '../sealing/tampering.ts';
import { MAX_CLAIM_ATTEMPTS, MAX_ROOM_ATTEMPTS } from '../sending/protocol-limits.ts';
import { roomForClaim } from '../sending/room-for-claim.ts';
import type { Instant } from '../time/instant.ts';
import { cancelOpen } from './cancel-open.ts';
import { type ClaimStep, claimAndSend, type ToClaim } from './claim-and-send.ts';
import {
  ends,
  type Kind,
  type Leaving,
  type Refusal,
  type Seen,
  type SenderPorts,
  waits,
} from './kind.ts';
import { type Authorising, asForged, refuseUnauthorised } from './refuse-unauthorised.ts';
import { ruleBehind } from './rule-behind.ts';
import { deferred, type SendResult } from './send-result.ts';

/**
 * Sends one approved instruction, at most once, however often this is called: judges it again on fresh readings, claims with
 * one conditional write, sends once, records the outcome. The same for every kind.
 */
export async function sendApproved<Of extends Instruction, Read extends Seen, Said>(
  ports: SenderPorts,
  kind: Kind<Of, Read, Said>,
  tenant: string,
  instructionId: string,
): Promise<SendResult> {
  let lost = 0;
  for (let attempt = 0; attempt < MAX_ROOM_ATTEMPTS && lost < MAX_CLAIM_ATTEMPTS; attempt++) {
    const step = await sendOnce(ports, kind, tenant, instructionId);
    if (step.kind === 'done') return step.result;
    if (step.kind === 'again') lost += 1;
  }
  // What it rests on kept changing while the claim was decided.
  return deferred('contended');
}

/** What one attempt came to. */
type Step =
  | { readonly kind: 'done'; readonly result: SendResult }
  /** Another writer came in between. */
  | { readonly kind: 'again' }
  /** A claim of another currency came first, and both count against the same floor or limit: no lost attempt. */
  | { readonly kind: 'room-taken' };

async function sendOnce<Of extends Instruction, Read extends Seen, Said>(
  ports: SenderPorts,
  kind: Kind<Of, Read, Said>,
  tenant: string,
  instructionId: string,
): Promise<Step> {
  const instruction = await ports.ledger.readInstruction(tenant, instructionId);
  if (instruction?.status.state !== 'approved' || !kind.isOne(instruction)) {
    return done({ result: 'not-open', state: instruction?.status.state ?? 'missing' });
  }
  const late = await refuseByAge(ports, instruction, instruction.status.at);
  if (late !== null) return await finish(ports, { instruction }, late);
  const read = await kind.read(ports, instruction);
  if (read.kind === 'waits') return await finish(ports, { instruction }, read);
  const { seen } = read;
  const subject = { ...seen, instruction };
  const judged = kind.judge(instruction, seen);
  if (judged.kind !== 'leaves') {
    const step = judged.kind === 'ends' ? await asForged(ports, subject, judged) : judged;
    return await finish(ports, subject, step);
  }
  const step =
    (await refuseUnauthorised(ports, subject)) ??
    (await claimAndSend(ports, claimOf(ports, kind, subject, judged.leaving)));
  return await finish(ports, subject, step);
}

/** Null if its approval is of a time at which it may still be sent. */
async function refuseByAge(
  { ledger, now }: SenderPorts,
  instruction: Instruction,
  approvedAt: Instant,
): Promise<Refusal | null> {
  const age = judgeApprovalAge(approvedAt, now());
  switch (age.kind) {
    case 'fresh':
      return null;
    case 'before-it':
      return waits('clock-behind');
    default: {
      const { rules } = await ledger.readPolicy(instruction.tenant);
      return ends('too-old', notSentInTime(instruction, rules));
    }
  }
}

function claimOf<Of extends Instruction, Read extends Seen, Said>(
  { ledger }: SenderPorts,
  { writesForRoom }: Kind<Of, Read, Said>,
  { instruction, policy, readAt }: Authorising,
  going: Leaving<Said>,
): ToClaim<Said> {
  const { id: instructionId, tenant } = instruction;
  const { controls, halt } = policy;
  if (controls === null) throw new Error(`${instructionId} was found acceptable without controls`);
  const { tierValue, sentPrice } = going;
  const sent = sentPrice === undefined ? {} : { sentPrice };
  return {
    ...{ tenant, instructionId, leaving: going, controls, halt, readAt, writesForRoom },
    behind: ruleBehind(instruction, policy),
    claimed: (claim) => leaving({ ...advance(instruction, { kind: 'claim', claim }), ...sent }),
    ...(tierValue !== undefined && {
      room: (claim) => roomForClaim(ledger, instruction, tierValue, claim, controls),
    }),
  };
}

/** What becomes of it: it has been sent, is judged once more, waits, or ends with its reason. */
async function finish(
  ports: SenderPorts,
  of: { readonly instruction: Instruction; readonly listedIn?: readonly Lane[] },
  step: ClaimStep,
): Promise<Step> {
  const { instruction, listedIn } = of;
  switch (step.kind) {
    case 'again':
    case 'room-taken':
      return step;
    case 'waits':
      return done(deferred(step.reason, step.said));
    case 'concluded':
      return done({ result: step.kind, instruction: step.instruction, answered: step.answered });
    case 'put-back':
      return await finish(ports, of, ends(SEAL_INVALID, putBack(instruction)));
    default: {
      const result = await cancelOpen(ports, instruction, step, listedIn);
      return result === null ? { kind: 'again' } : done(result);
    }
  }
}

function done(result: SendResult): Step {
  return { kind: 'done', result };
}
