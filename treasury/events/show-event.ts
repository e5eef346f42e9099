import { sayPaused, sayWaiting } from '../facts/sentences/say/say-waiting.ts';
import { shownFailing } from '../rules/failing-rules.ts';
import type { StoredEvent } from './event-batch.ts';
import type { EventDataByType } from './treasury-event.ts';

/*
 * An event says what happened in codes and numbers: so it stands in the feed. Whoever gets it, on the bus or from the API, gets
 * the sentences that this table has in their place.
 */

const SHOWN = {
  'com.sluice.approval.reminder': showReminder,
  'com.sluice.rule.failing': showFailingRule,
  'com.sluice.rule.recovered': showFailingRule,
  'com.sluice.webhook.created': showWebhook,
  'com.sluice.webhook.changed': showWebhook,
  'com.sluice.webhook.deleted': showWebhook,
} as const satisfies { readonly [Type in keyof EventDataByType]?: Show<EventDataByType[Type]> };

type Show<Data> = (data: Data) => object;

/** The data of each type of event as its receivers get it. */
export type ShownDataByType = {
  readonly [Type in keyof EventDataByType]: Type extends keyof typeof SHOWN
    ? ReturnType<(typeof SHOWN)[Type]>
    : EventDataByType[Type];
};

/** An event as its receivers get it. */
export function showEvent<Event extends StoredEvent>(event: Event): Event {
  const show = (SHOWN as Readonly<Record<string, Show<never>>>)[event.type];
  if (show === undefined) return event;
  const { data } = event as Event & { readonly data: never };
  return { ...event, data: show(data) };
}

function showFailingRule(data: EventDataByType['com.sluice.rule.failing']) {
  return shownFailing(data);
}

function showReminder({ what, ...data }: EventDataByType['com.sluice.approval.reminder']) {
  return { ...data, summary: sayWaiting(what) };
}

function showWebhook({ pausedBecause, ...data }: EventDataByType['com.sluice.webhook.changed']) {
  return {
    ...data,
    pausedBecause: pausedBecause === null ? null : sayPaused(pausedBecause),
  };
}
