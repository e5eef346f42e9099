import { accessEvent } from './access-events.ts';
import { breakEvent } from './break-events.ts';
import { changeEvent } from './change-events.ts';
import { closedDayEvent } from './closed-day-events.ts';
import { controlsEvent } from './controls-events.ts';
import { exportEvent } from './export-events.ts';
import { failingRuleEvent } from './failing-rule-events.ts';
import { failingWebhookEvent } from './failing-webhook-events.ts';
import { haltEvent } from './halt-events.ts';
import { instructionEvent } from './instruction-events.ts';
import { laneEvent } from './lane-events.ts';
import type { LedgerMove } from './ledger-move.ts';
import { lowBalanceEvent } from './low-balance-events.ts';
import { missedEvent } from './missed-events.ts';
import {
  accountEvent,
  calendarEvent,
  manualRateEvent,
  matchingRuleEvent,
  ruleEvent,
  webhookEvent,
} from './policy-item-events.ts';
import { reminderEvent } from './reminder-events.ts';
import { snapshotEvent } from './snapshot-events.ts';
import { statementEvent } from './statement-events.ts';
import { tokenEvent } from './token-events.ts';
import { type EventBody, schemaName, type TreasuryEvent } from './treasury-event.ts';
import { unbookedEvent } from './unbooked-events.ts';

/**
 * The event that announces a write in the ledger; null if nothing changed that others would act on. Pure: the same
 * write delivered again gives the same event, id and time included.
 */
export function eventOf(source: string, move: LedgerMove): TreasuryEvent | null {
  const body = bodyOf(move);
  if (body === null) return null;
  const { write, ...rest } = body;
  const { tenant } = move;
  return {
    specversion: '1.0',
    id: `${tenant}/${move.entity}/${write}`,
    source,
    tenant,
    datacontenttype: 'application/json',
    dataschema: schemaName(body.type),
    ...rest,
    // In every body, type and data belong together; a spread loses that for the compiler.
  } as TreasuryEvent;
}

function bodyOf(move: LedgerMove): EventBody | null {
  switch (move.entity) {
    case 'instruction':
      return instructionEvent(move);
    case 'change':
      return changeEvent(move);
    case 'rule':
      return ruleEvent(move);
    case 'account':
      return accountEvent(move);
    case 'calendar':
      return calendarEvent(move);
    case 'webhook':
      return webhookEvent(move);
    case 'manual-rate':
      return manualRateEvent(move);
    case 'matching-rule':
      return matchingRuleEvent(move);
    case 'controls':
      return controlsEvent(move);
    case 'missed':
      return missedEvent(move);
    case 'halt':
      return haltEvent(move);
    case 'break':
      return breakEvent(move);
    case 'unbooked':
      return unbookedEvent(move);
    case 'statement':
      return statementEvent(move);
    case 'closed-day':
      return closedDayEvent(move);
    case 'lane':
      return laneEvent(move);
    case 'export':
      return exportEvent(move);
    case 'reminder':
      return reminderEvent(move);
    case 'low-balance':
      return lowBalanceEvent(move);
    case 'failing-rule':
      return failingRuleEvent(move);
    case 'failing-webhook':
      return failingWebhookEvent(move);
    case 'snapshot':
      return snapshotEvent(move);
    case 'token-use':
      return tokenEvent(move);
    case 'denials':
      return accessEvent(move);
    default:
      return move satisfies never;
  }
}
