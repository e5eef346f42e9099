import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { ruleName, topicName } from '../../lib/observability/alarm-name.ts';
import { VERIFICATION_EVENT } from '../../runtime/diagnosis/diagnosis.ts';
import { repeat } from '../../treasury/retries/retry.ts';
import type { Check, Part } from './check.ts';
import { queryApi } from './query-api.ts';
import type { Caller } from './signed-call.ts';

/** Seconds for the metrics of a rule and a topic: they come by the minute, and late. */
const NOTICE_LIMIT_SECONDS = 900;
const LOOK_EVERY_MS = 20_000;
const MINUTE_MS = 60_000;

export interface NoticeOptions {
  readonly stage: string;
  readonly busName: string;
  readonly call: Caller;
  readonly now: () => number;
}

/** What CloudWatch has counted since the event was put. */
export interface Counted {
  /** Of the rule, under its own name and its bus's. */
  readonly invocations: number;
  readonly failed: number;
  /** Of the topic that people read. */
  readonly published: number;
  readonly delivered: number;
}

/**
 * An event that causes a notice: it takes the path of all notices, by a rule of its own. The check reads no person's
 * mail; EventBridge and SNS report that the rule's target took it, and that the topic counts a message.
 */
export function noticeChecks(options: NoticeOptions): readonly Check[] {
  let counted: Counted | null = null;
  return [
    {
      name: 'notice-arrives',
      proves: 'an event on the bus becomes a message of the encrypted topic',
      limitSeconds: NOTICE_LIMIT_SECONDS,
      run: async (progress) => {
        counted = await noticed(options, progress);
        return [judgedNotice(counted)];
      },
    },
    {
      name: 'rule-metrics',
      proves: 'a rule is measured under the names that its alarm looks at',
      limitSeconds: 1,
      run: async () => [judgedMetrics(counted)],
    },
  ];
}

export function judgedNotice({ failed, invocations, published, delivered }: Counted): Part {
  const of = 'the notice';
  if (failed > 0) {
    return { of, state: 'failed', detail: 'EventBridge could not publish to the topic' };
  }
  if (published === 0) return { of, state: 'failed', detail: 'the topic counts no message' };
  if (invocations === 0) return { of, state: 'failed', detail: 'the rule counts no invocation' };
  // Counted later than the message; whether there is a recipient is the check `recipients`.
  const counted =
    delivered === 0 ? 'deliveries are counted later' : `${delivered} delivered so far`;
  return { of, state: 'ok', detail: `published; ${counted}` };
}

export function judgedMetrics(counted: Counted | null): Part {
  const of = 'Invocations';
  return (counted?.invocations ?? 0) > 0
    ? { of, state: 'ok', detail: 'counted by RuleName and EventBusName' }
    : { of, state: 'failed', detail: 'not counted by RuleName and EventBusName' };
}

async function noticed(options: NoticeOptions, progress: (line: string) => void): Promise<Counted> {
  const { now } = options;
  const sinceMs = Math.floor(now() / MINUTE_MS) * MINUTE_MS;
  await put(options);
  progress('the event is put; metrics come by the minute');
  // Before the limit of the check: what was counted until then is said.
  const until = now() + NOTICE_LIMIT_SECONDS * 1_000 - 2 * LOOK_EVERY_MS;
  const countOnce = async (): Promise<Counted | null> => {
    const counted = await countedSince(options, sinceMs);
    const isSeen = counted.invocations > 0 && counted.published > 0;
    if (isSeen || counted.failed > 0 || now() > until) return counted;
    progress(`rule ${counted.invocations}, topic ${counted.published}`);
    return null;
  };
  return await repeat(countOnce, () => setTimeout(LOOK_EVERY_MS));
}

async function put({ busName }: NoticeOptions): Promise<void> {
  const { source, type } = VERIFICATION_EVENT;
  const entry = { EventBusName: busName, Source: source, DetailType: type };
  const Detail = JSON.stringify({ verification: randomUUID() });
  const { Entries = [] } = await new EventBridgeClient({}).send(
    new PutEventsCommand({ Entries: [{ ...entry, Detail }] }),
  );
  const { ErrorCode, ErrorMessage } = Entries[0] ?? {};
  if (ErrorCode !== undefined)
    throw new Error(`the bus took no event: ${ErrorCode}: ${ErrorMessage}`);
}

async function countedSince(options: NoticeOptions, sinceMs: number): Promise<Counted> {
  const { stage, busName } = options;
  const rule = {
    RuleName: ruleName(stage, VERIFICATION_EVENT.ruleName),
    EventBusName: nameOf(busName),
  };
  const topic = { TopicName: topicName(stage, 'people') };
  const sum = (namespace: string, metric: string, dimensions: Readonly<Record<string, string>>) =>
    sumOf(options, { namespace, metric, dimensions, sinceMs });
  const [invocations, failed, published, delivered] = await Promise.all([
    sum('AWS/Events', 'Invocations', rule),
    sum('AWS/Events', 'FailedInvocations', rule),
    sum('AWS/SNS', 'NumberOfMessagesPublished', topic),
    sum('AWS/SNS', 'NumberOfNotificationsDelivered', topic),
  ]);
  return { invocations, failed, published, delivered };
}

/** A bus by its name, which an ARN ends with. */
function nameOf(bus: string): string {
  return bus.replace(/^.*\//, '');
}

export interface MetricQuestion {
  readonly namespace: string;
  readonly metric: string;
  readonly dimensions: Readonly<Record<string, string>>;
  readonly sinceMs: number;
}

async function sumOf({ call, now }: NoticeOptions, question: MetricQuestion): Promise<number> {
  return sumIn(await queryApi(call, 'monitoring', statisticsForm(question, now())));
}

/** GetMetricStatistics, by the minute. */
export function statisticsForm(
  { namespace, metric, dimensions, sinceMs }: MetricQuestion,
  nowMs: number,
): URLSearchParams {
  const form = new URLSearchParams({
    Action: 'GetMetricStatistics',
    Version: '2010-08-01',
    Namespace: namespace,
    MetricName: metric,
    StartTime: new Date(sinceMs).toISOString(),
    EndTime: new Date(nowMs + MINUTE_MS).toISOString(),
    Period: '60',
    'Statistics.member.1': 'Sum',
  });
  for (const [index, [name, value]] of Object.entries(dimensions).entries()) {
    form.set(`Dimensions.member.${index + 1}.Name`, name);
    form.set(`Dimensions.member.${index + 1}.Value`, value);
  }
  return form;
}

/** All datapoints of an answer together. */
export function sumIn(xml: string): number {
  return [...xml.matchAll(/<Sum>([^<]+)<\/Sum>/g)].reduce((sum, [, text]) => sum + Number(text), 0);
}
