import type { Content, Instruction } from '../instructions/instruction.ts';
import { type PolicyChange, subjectOf } from '../ledger/policy-change.ts';
import type { Reminder } from '../ledger/reminder.ts';
import type { Effects } from '../ports/effects.ts';
import { epochMsOf, type Instant } from '../time/instant.ts';

/** The share of the time that is left when people are reminded: of a day, six hours; of three days, eighteen. */
const SHARE_LEFT = 1 / 4;

export interface RemindPorts extends Pick<Effects, 'now'> {
  /** Instructions that wait for an approval, and proposals that wait for a second person. */
  readonly waitingInstructions: (tenant: string) => Promise<readonly Instruction[]>;
  readonly waitingChanges: (tenant: string, at: Instant) => Promise<readonly PolicyChange[]>;
  readonly reminders: {
    readonly has: (reminder: Reminder) => Promise<boolean>;
    /** False if there is one already. */
    readonly put: (reminder: Reminder) => Promise<boolean>;
  };
}

type Waiting = Omit<Reminder, 'remindedAt'>;

/**
 * Puts a reminder of each thing that expires soon, which its event tells people of. It is put once, however many rounds see
 * it and at once: what it is about and until when it waits are its key.
 */
export async function remind(ports: RemindPorts, tenant: string): Promise<readonly Reminder[]> {
  const { now, reminders } = ports;
  const at = now();
  const [instructions, changes] = await Promise.all([
    ports.waitingInstructions(tenant),
    ports.waitingChanges(tenant, at),
  ]);
  const waiting = [...instructions.flatMap(ofInstruction), ...changes.map(ofChange)];
  const put: Reminder[] = [];
  for (const each of waiting.filter((one) => isDue(one, at))) {
    const reminder = { ...each, remindedAt: at };
    // A read costs a fraction of a write that fails, and is what most rounds come to.
    if (await reminders.has(reminder)) continue;
    if (await reminders.put(reminder)) put.push(reminder);
  }
  return put;
}

function isDue({ waitingSince, expiresAt }: Waiting, at: Instant): boolean {
  const [begin, end, now] = [waitingSince, expiresAt, at].map(epochMsOf) as [
    number,
    number,
    number,
  ];
  return now < end && end - now <= (end - begin) * SHARE_LEFT;
}

function ofInstruction({ tenant, id, content, status }: Instruction): readonly Waiting[] {
  if (status.state !== 'awaiting-approval') return [];
  const { at: waitingSince, expiresAt } = status;
  return [{ tenant, kind: content.kind, id, summary: summaryOf(content), waitingSince, expiresAt }];
}

function ofChange(change: PolicyChange): Waiting {
  const { tenant, id, madeAt: waitingSince, expiresAt } = change;
  const subject = subjectOf(change);
  const summary = subject.kind === 'controls' ? 'controls' : `${subject.kind} ${subject.id}`;
  return { tenant, kind: 'change', id, summary, waitingSince, expiresAt };
}

function summaryOf(content: Content): string {
  return content.kind === 'withdrawal'
    ? `of ${content.amount} ${content.currency}`
    : `to ${content.side} ${content.amount} (${content.instrument})`;
}
