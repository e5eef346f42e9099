import type { Instruction } from '../instructions/instruction.ts';
import { judgeAuthorisation } from '../sealing/judge-authorisation.ts';
import { judgeSending } from '../sealing/judge-sending.ts';
import { SEAL_INVALID, SEAL_UNVERIFIED } from '../sealing/tampering.ts';
import type { SendingPorts } from '../sending/ports.ts';
import { type Ends, ends, type Refusal, type Seen, waits } from './kind.ts';

/** An instruction, and what was read of what authorises it. */
export interface Authorising extends Seen {
  readonly instruction: Instruction;
}

/**
 * Null if its own seal says that it may be sent, and no halt covers it: the last check before the claim. `again`: another
 * writer halted or resumed meanwhile.
 */
export async function refuseUnauthorised(
  ports: SendingPorts,
  { instruction, policy, epoch }: Authorising,
): Promise<Refusal | { readonly kind: 'again' } | null> {
  const judged = await judgeSending(ports, { instruction, policy, epoch, now: ports.now() });
  switch (judged.kind) {
    case 'authorised':
      return null;
    case 'changed':
      return { kind: 'again' };
    case 'unknown':
      return waits(SEAL_UNVERIFIED, judged.said);
    default:
      return ends(judged.reason, judged.why);
  }
}

/**
 * Why it ends: whatever its guards say, one that Sluice did not decide halts everything. Its own seal alone says that. An end
 * rests on no halt, so no mark of a halt is read for it; and where the key is out of reach it ends for what its guards say,
 * since it is not sent in any case.
 */
export async function asForged(
  { seals, now }: SendingPorts,
  { instruction, policy, epoch }: Authorising,
  found: Ends,
): Promise<Ends> {
  if (found.reason === SEAL_INVALID) return found;
  const judged = await judgeAuthorisation(seals, { instruction, policy, epoch, now: now() });
  return judged.kind === 'tampered' ? ends(judged.reason, judged.why) : found;
}
