import { repeat } from '../../treasury/retries/retry.ts';
import { type Check, notApplicable, type Part } from './check.ts';
import { queryApi } from './query-api.ts';
import type { Caller } from './signed-call.ts';

/** Seconds for reading the subscriptions of one topic: a page has a hundred. */
const LIMIT_SECONDS = 60;

/** In the place of an ARN: a person has not followed the link in the mail, or the subscription has ended. */
const NOT_CONFIRMED = 'PendingConfirmation';
const ENDED = 'Deleted';

export interface RecipientsOptions {
  /** The topics that people read, by mail or in a chat, by what they tell of. */
  readonly topics: Readonly<Record<string, readonly string[]>>;
  /** Recipients that the stage's file names. */
  readonly named: number;
  /** Whether the stage keeps its data: then a recipient is required. */
  readonly retained: boolean;
  readonly call: Caller;
}

/** A person is told: a topic without recipients publishes as well, and counts that as no failure. */
export function recipientsCheck(options: RecipientsOptions): Check {
  return {
    name: 'recipients',
    proves: 'alarms and notices have a recipient who confirmed',
    limitSeconds: LIMIT_SECONDS,
    run: async () =>
      await Promise.all(
        Object.entries(options.topics).map(async ([of, arns]) => {
          const each = arns.map((arn) => subscriptionsOf(options.call, arn));
          return judged(of, options, (await Promise.all(each)).flat());
        }),
      ),
  };
}

function judged(
  of: string,
  { named, retained }: RecipientsOptions,
  subscriptions: readonly string[],
): Part {
  const waiting = subscriptions.filter((arn) => arn === NOT_CONFIRMED).length;
  const confirmed = subscriptions.length - waiting;
  const unconfirmed = `${waiting} ${waiting === 1 ? 'has' : 'have'} not confirmed yet`;
  if (confirmed > 0) {
    const also = waiting === 0 ? '' : `; ${unconfirmed}`;
    return { of, state: 'ok', detail: `${confirmed} confirmed${also}` };
  }
  if (waiting > 0) {
    const detail = `no person is told: 0 confirmed, ${unconfirmed} (the mail from SNS)`;
    return { of, state: 'failed', detail };
  }
  if (named === 0 && !retained) return notApplicable(of, "the stage's file names no recipients");
  return { of, state: 'failed', detail: 'no person is told: the topic has no subscription' };
}

async function subscriptionsOf(call: Caller, topicArn: string): Promise<readonly string[]> {
  const found: string[] = [];
  let token: string | undefined;
  const readPage = async (): Promise<readonly string[] | null> => {
    const form = new URLSearchParams({
      ...{ Action: 'ListSubscriptionsByTopic', Version: '2010-03-31', TopicArn: topicArn },
      ...(token === undefined ? {} : { NextToken: token }),
    });
    const xml = await queryApi(call, 'sns', form);
    found.push(
      ...[...xml.matchAll(/<SubscriptionArn>([^<]+)<\/SubscriptionArn>/g)].map(
        ([, arn = '']) => arn,
      ),
    );
    token = /<NextToken>([^<]+)<\/NextToken>/.exec(xml)?.[1];
    return token === undefined ? found.filter((arn) => arn !== ENDED) : null;
  };
  return await repeat(readPage, async () => undefined);
}
