import type { TreasuryEvent } from '../../treasury/events/treasury-event.ts';
import { sayPaused, sayWaiting } from '../../treasury/facts/sentences/say/say-waiting.ts';
import { shownFailing } from '../../treasury/rules/failing-rules.ts';
import { amountOf } from './amounts.ts';
import type { FeedLine } from './feed-line.ts';

/** What of a line follows from the event; the rest is its time. */
interface LineOfEvent {
  readonly what: FeedLine['what'];
  readonly message: string;
  /** Set if a person should look, or decide. */
  readonly attention?: boolean;
}

/**
 * The line about an event of the ledger: halts, proposals and decisions, the policy, breaks, misses. Null for
 * instructions and snapshots, which have lines of their own with what the events leave out, for what such a line says as
 * well (a blocked currency), and for what asks nothing of a person: an expected movement, a file that is ready.
 */
export function eventLine(event: TreasuryEvent): FeedLine | null {
  const line = lineOf(event);
  return line === null ? null : { at: event.time, attention: false, ...line };
}

function lineOf(event: TreasuryEvent): LineOfEvent | null {
  switch (event.type) {
    case 'com.sluice.halt.halted': {
      const { haltedBy, currencies } = event.data;
      const which = haltedBy === null ? currencies.join(', ') : `everything, by ${haltedBy}`;
      return { what: 'halt', message: `halted: ${which}; two people resume`, attention: true };
    }
    case 'com.sluice.halt.resumed': {
      const { by, approvedBy, currencies } = event.data;
      const rest = currencies.length === 0 ? '' : `; still halted: ${currencies.join(', ')}`;
      return { what: 'halt', message: `resumed by ${by} and ${approvedBy}${rest}` };
    }
    case 'com.sluice.controls.set':
    case 'com.sluice.controls.changed':
      return policy(`controls, version ${event.data.version}`, event.data.fields);
    case 'com.sluice.controls.halted':
      return { what: 'halt', message: 'halted by the controls', attention: true };
    case 'com.sluice.controls.resumed':
      return { what: 'halt', message: 'no longer halted by the controls' };
    case 'com.sluice.rule.created':
    case 'com.sluice.rule.changed':
    case 'com.sluice.rule.deleted': {
      const { ruleId, version, fields } = event.data;
      return policy(`rule ${ruleId}${verbOf(event.type)}, version ${version}`, fields);
    }
    case 'com.sluice.manual-rate.created':
    case 'com.sluice.manual-rate.changed':
    case 'com.sluice.manual-rate.deleted': {
      const { label, version, fields } = event.data;
      return policy(`manual rate "${label}"${verbOf(event.type)}, version ${version}`, fields);
    }
    case 'com.sluice.matching-rule.created':
    case 'com.sluice.matching-rule.changed':
    case 'com.sluice.matching-rule.deleted': {
      const { label, version, fields } = event.data;
      return policy(`class "${label}"${verbOf(event.type)}, version ${version}`, fields);
    }
    case 'com.sluice.account.registered':
    case 'com.sluice.account.changed':
    case 'com.sluice.account.closed': {
      const { label, version, fields } = event.data;
      return policy(`account "${label}"${verbOf(event.type)}, version ${version}`, fields);
    }
    case 'com.sluice.calendar.created':
    case 'com.sluice.calendar.changed':
    case 'com.sluice.calendar.deleted': {
      const { label, version, fields } = event.data;
      return policy(`calendar "${label}"${verbOf(event.type)}, version ${version}`, fields);
    }
    case 'com.sluice.webhook.created':
    case 'com.sluice.webhook.deleted':
    case 'com.sluice.webhook.changed': {
      const { label, version, fields, pausedBecause } = event.data;
      const line = policy(`webhook "${label}"${verbOf(event.type)}, version ${version}`, fields);
      if (pausedBecause === null) return line;
      return {
        ...line,
        message: `webhook "${label}" is paused: ${sayPaused(pausedBecause)}`,
        attention: true,
      };
    }
    default:
      return decisionLine(event);
  }
}

/** What people propose and decide, and what asks them to. */
function decisionLine(event: TreasuryEvent): LineOfEvent | null {
  switch (event.type) {
    case 'com.sluice.policy.change-proposed': {
      const { madeBy, expiresAt } = event.data;
      const message = `${changeOf(event.data)}, proposed by ${madeBy}: waits for another person until ${expiresAt}`;
      return { what: 'change', message, attention: true };
    }
    case 'com.sluice.approval.reminder': {
      const { kind, what, expiresAt } = event.data;
      const message = `the ${kind} ${sayWaiting(what)} still waits for a person, until ${expiresAt}`;
      return { what: 'change', message, attention: true };
    }
    case 'com.sluice.balance.below-low': {
      const { balance, low, currency, missing } = event.data;
      const filled = missing === null ? '' : `; ${missing} would fill it`;
      const message = `${balance} ${currency} is below the low of ${low}${filled}`;
      return { what: 'policy', message, attention: true };
    }
    case 'com.sluice.balance.over-low': {
      const { balance, low, currency } = event.data;
      const message = `${balance} ${currency} is not below the low of ${low} any more`;
      return { what: 'policy', message };
    }
    case 'com.sluice.policy.change-approved':
      return decided(event.data, `approved by ${event.data.by}; in force`);
    case 'com.sluice.policy.change-declined':
      return decided(event.data, `declined by ${event.data.by}`);
    case 'com.sluice.policy.change-withdrawn':
      return decided(event.data, `withdrawn by ${event.data.by}`);
    case 'com.sluice.policy.change-superseded':
      return decided(event.data, 'superseded: what it rested on has changed');
    default:
      return bookLine(event);
  }
}

/** What the books found, and what was concluded about it. */
function bookLine(event: TreasuryEvent): LineOfEvent | null {
  switch (event.type) {
    case 'com.sluice.break.opened': {
      const { amount, currency, severity, direction } = event.data;
      const why = direction === 'unbooked' ? 'sent, and not booked' : 'that nothing accounts for';
      const message = `${signed(amount, currency)} ${why}`;
      return { what: 'break', message, attention: severity === 'alarm' };
    }
    case 'com.sluice.break.explained': {
      const { amount, currency, kind, by } = event.data;
      return { what: 'break', message: `${signed(amount, currency)}: ${kind}, says ${by}` };
    }
    case 'com.sluice.break.closed': {
      const { amount, currency, how, people } = event.data;
      const who = people.length === 0 ? how : people.join(' and ');
      return { what: 'break', message: `${signed(amount, currency)}: closed by ${who}` };
    }
    case 'com.sluice.unbooked.conclusion-proposed':
    case 'com.sluice.unbooked.concluded': {
      const { amount, currency, outcome, people } = event.data;
      const isProposed = event.type === 'com.sluice.unbooked.conclusion-proposed';
      const who = isProposed
        ? `says ${people.join()}; another person agrees or not`
        : `agree ${people.join(' and ')}`;
      const message = `${amountOf(amount, currency)} that no balance shows: ${outcome}, ${who}`;
      return { what: 'unbooked', message, attention: isProposed };
    }
    case 'com.sluice.statement.frozen': {
      const { month, timeZone } = event.data;
      return { what: 'statement', message: `${month} (${timeZone}) is frozen` };
    }
    case 'com.sluice.books.day-closed': {
      const { day, head } = event.data;
      const message = `${day} is closed; the audit log ends at entry ${head.sequence}`;
      return { what: 'statement', message };
    }
    default:
      return failureLine(event);
  }
}

/** What did not go as it should, and what is over with it. */
function failureLine(event: TreasuryEvent): LineOfEvent | null {
  switch (event.type) {
    case 'com.sluice.lane.released': {
      const { currency, state, instructionId } = event.data;
      return { what: 'lane', message: `${currency} is free again: ${instructionId} was ${state}` };
    }
    case 'com.sluice.token.rotated':
      return { what: 'token', message: "the service's token was rotated" };
    case 'com.sluice.rule.missed': {
      const { ruleId, count, countedAll, first, ended, reason } = event.data;
      if (ended !== null) {
        const message = `rule ${ruleId} did not carry out ${first}: ${ended} (${reason})`;
        return { what: 'missed', message, attention: true };
      }
      const often = `${countedAll ? '' : 'at least '}${count} ${count === 1 ? 'occurrence' : 'occurrences'}`;
      const message = `rule ${ruleId} missed ${often} from ${first} on: too old to start`;
      return { what: 'missed', message, attention: true };
    }
    case 'com.sluice.rule.failing': {
      const { ruleId, failures, to, reason } = event.data;
      const { message: said } = shownFailing(event.data);
      const message = `${failures} of rule ${ruleId} to ${to} in a row did not leave (${reason}): ${said}`;
      return { what: 'missed', message, attention: true };
    }
    case 'com.sluice.rule.recovered': {
      const { ruleId, failures, to } = event.data;
      const message = `rule ${ruleId} to ${to}: the row of ${failures} that did not leave is over`;
      return { what: 'missed', message };
    }
    case 'com.sluice.webhook.failing': {
      const { webhookId, since, pending } = event.data;
      const message = `the receiver of webhook ${webhookId} has taken no event since ${since}: ${pending} wait`;
      return { what: 'webhook', message, attention: true };
    }
    case 'com.sluice.webhook.recovered': {
      const { webhookId, pending } = event.data;
      const message = `webhook ${webhookId} is over with its failures: ${pending} wait`;
      return { what: 'webhook', message };
    }
    case 'com.sluice.access.denied': {
      const { by, route, code } = event.data;
      return { what: 'denied', message: `${route} to ${by}: ${code}`, attention: true };
    }
    default:
      return null;
  }
}

type ChangeEvent = TreasuryEvent & { readonly type: `com.sluice.policy.change-${string}` };

function changeOf({ kind, policyId, fields }: ChangeEvent['data']): string {
  const subject = policyId === null ? kind : `${kind} ${policyId}`;
  return fields.length === 0 ? subject : `${subject} (${fields.join(', ')})`;
}

function decided(change: ChangeEvent['data'], how: string): LineOfEvent {
  return { what: 'change', message: `${changeOf(change)}, proposed by ${change.madeBy}: ${how}` };
}

function policy(subject: string, fields: readonly string[]): LineOfEvent {
  const changed = fields.length === 0 ? '' : ` (${fields.join(', ')})`;
  return { what: 'policy', message: `${subject}${changed}` };
}

/** "com.sluice.rule.created" says "created"; a new version says nothing more. */
function verbOf(type: TreasuryEvent['type']): string {
  const verb = type.slice(type.lastIndexOf('.') + 1);
  return verb === 'changed' ? '' : ` ${verb}`;
}

function signed(amount: string, currency: string): string {
  return `${amount.startsWith('-') ? '' : '+'}${amountOf(amount, currency)}`;
}
