import { appendToChain } from '../audit/audit-entry.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { type FormatRange, formatOf, READS } from '../policy/ledger-format.ts';
import type { Effects } from '../ports/effects.ts';
import { untilWritten } from '../retries/retry.ts';
import { sealedPiece } from '../sealing/policy-seals.ts';
import type { Seals } from '../seals/ports.ts';
import { type AskResult, stale } from './ask.ts';
import { DISARMED, MAX_CHANGE_ATTEMPTS, refuseByFormat } from './refusal.ts';
import { refuseByControls } from './trusted-item.ts';

interface RaisingPorts extends Pick<Effects, 'now'> {
  readonly seals: Seals;
  readonly ledger: Pick<Ledger, 'epoch' | 'readPolicy' | 'readAuditHead' | 'commit'>;
}

export interface RaiseFormatCommand {
  readonly tenant: string;
  /** The version of the controls that the person saw. */
  readonly expected: number;
  readonly by: string;
  readonly requestId: string;
}

/**
 * Raises a ledger's format to the newest that this release reads: from then on versions that do not read it decide, propose
 * and claim nothing. That only narrows, so one person does it. Every claim that is under way rests on the controls before,
 * and fails. Tests are a later release by what they say that it reads.
 */
export async function raiseFormat(
  ports: RaisingPorts,
  command: RaiseFormatCommand,
  reads = READS,
): Promise<AskResult> {
  return await untilWritten(() => raiseOnce(ports, command, reads), MAX_CHANGE_ATTEMPTS);
}

async function raiseOnce(
  ports: RaisingPorts,
  { tenant, expected, by, requestId }: RaiseFormatCommand,
  reads: FormatRange,
): Promise<AskResult | null> {
  const [head, { controls }, epoch] = await Promise.all([
    ports.ledger.readAuditHead(tenant),
    ports.ledger.readPolicy(tenant),
    ports.ledger.epoch(),
  ]);
  if (controls === null) return DISARMED;
  const ledger = { tenant, epoch };
  const refusal =
    refuseByFormat(controls, reads) ?? (await refuseByControls(ports.seals, ledger, controls));
  if (refusal !== null) return refusal;
  const current = { kind: 'controls', item: controls } as const;
  const { to } = reads;
  if (formatOf(controls) >= to) return { result: 'applied', current, replayed: true };
  if (controls.version !== expected) return stale(expected, controls.version);
  const at = ports.now();
  const item = { ...controls, format: to, version: expected + 1 };
  const sealed = await sealedPiece(ports.seals, ledger, { kind: 'controls', item }, at);
  const entry = appendToChain(head, {
    at,
    by,
    action: 'raise-format',
    subject: 'controls',
    requestId,
    before: { format: formatOf(controls), version: expected },
    after: { format: to, version: item.version },
  });
  const { ok } = await ports.ledger.commit(tenant, [
    { kind: 'put-controls', controls: sealed.item },
    { kind: 'append-audit', entry },
  ]);
  return ok ? { result: 'applied', current: sealed, replayed: false } : null;
}
