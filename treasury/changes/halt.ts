import { appendToChain } from '../audit/audit-entry.ts';
import type { Controls, Mode } from '../policy/controls.ts';
import type { Policy } from '../policy/policy.ts';
import type { Instant } from '../time/instant.ts';
import { type AskResult, askForChange } from './ask.ts';
import { controlsDraftOf } from './drafts.ts';
import type { ChangePorts } from './ports.ts';
import { type Contended, DISARMED, type Refused, refused, untilWritten } from './refusal.ts';

/** How often halting is tried where others write: it is the one thing that must get through. */
const MAX_HALT_ATTEMPTS = 20;

export interface HaltWish {
  readonly client: string;
  /** Absent: everything. */
  readonly currency?: string;
  readonly by: string;
  readonly words: string;
  readonly requestId: string;
}

export type HaltResult =
  /** `replayed`: it was halted before, and nothing was written. */
  | { readonly result: 'halted'; readonly controls: Controls; readonly replayed: boolean }
  | Refused
  | Contended;

/**
 * The kill switch: one person, one write, at once. Every claim's condition names mode and version of the
 * controls, so nothing that was not claimed before is sent from here on.
 */
export async function halt(ports: ChangePorts, wish: HaltWish): Promise<HaltResult> {
  return await untilWritten(() => haltOnce(ports, wish), MAX_HALT_ATTEMPTS);
}

async function haltOnce(ports: ChangePorts, wish: HaltWish): Promise<HaltResult | null> {
  const { client, currency, by, words, requestId } = wish;
  const [head, policy] = await Promise.all([
    ports.ledger.readAuditHead(client),
    ports.ledger.readPolicy(client),
  ]);
  const { controls } = policy;
  if (controls === null) return DISARMED;
  if (currency !== undefined) {
    const unknown = await refuseUnknown(ports, client, currency, policy);
    if (unknown !== null) return unknown;
  }
  const at = ports.now();
  const next = halted(controls, wish, at);
  if (next === null) return { result: 'halted', controls, replayed: true };
  const entry = appendToChain(head, {
    at,
    by,
    action: 'halt',
    subject: 'controls',
    requestId,
    before: controls,
    after: { words, stands: next },
  });
  const { ok } = await ports.ledger.commit(client, [
    { kind: 'put-controls', controls: next },
    { kind: 'append-audit', entry },
  ]);
  return ok ? { result: 'halted', controls: next, replayed: false } : null;
}

/** Null where it is halted already. */
function halted(
  controls: Controls,
  { currency, by, words }: HaltWish,
  at: Instant,
): Controls | null {
  const version = controls.version + 1;
  if (currency === undefined) {
    const haltedBecause = { at, by, words };
    return controls.mode === 'halted'
      ? null
      : { ...controls, mode: 'halted', haltedBecause, version };
  }
  if (controls.currencyModes[currency] === 'halted') return null;
  const currencyModes = { ...controls.currencyModes, [currency]: 'halted' } as const;
  return { ...controls, currencyModes, version };
}

/** A currency that nothing of the policy names is a spelling mistake, and money would go on leaving. */
async function refuseUnknown(
  ports: ChangePorts,
  client: string,
  currency: string,
  { rules, accounts, controls }: Policy,
): Promise<Refused | null> {
  const lanes = await ports.ledger.readLanes(client);
  const known = new Set([
    ...lanes.map((lane) => lane.currency),
    ...rules.map((rule) => rule.currency),
    ...accounts.map((account) => account.currency),
    ...Object.keys(controls?.currencyModes ?? {}),
  ]);
  if (known.has(currency)) return null;
  const accepted = [...known].sort().join(', ');
  const fields = [{ path: 'currency', seen: JSON.stringify(currency), accepted }];
  return refused('unfitting', 'No such currency is in use. Nothing was halted.', { fields });
}

export interface ResumeWish extends HaltWish {
  readonly mode: Exclude<Mode, 'halted'>;
}

/** Going on after a halt, or going live: asks for the controls as they stand with another mode. */
export async function askToResume(ports: ChangePorts, wish: ResumeWish): Promise<AskResult> {
  const { client, currency, mode, by, requestId, words } = wish;
  const { controls } = await ports.ledger.readPolicy(client);
  if (controls === null) return DISARMED;
  const after = { ...controlsDraftOf(controls), ...resumed(controls, mode, currency) };
  return await askForChange(ports, {
    client,
    wanted: { kind: 'controls', after },
    expected: controls.version,
    by,
    requestId,
    words,
  });
}

/** A currency without a mode of its own is as live as the client. */
function resumed(
  { currencyModes }: Controls,
  mode: ResumeWish['mode'],
  currency: string | undefined,
): Pick<Controls, 'mode'> | Pick<Controls, 'currencyModes'> {
  if (currency === undefined) return { mode };
  const { [currency]: _own, ...others } = currencyModes;
  return { currencyModes: mode === 'live' ? others : { ...others, [currency]: mode } };
}
