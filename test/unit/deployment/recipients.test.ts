import { describe, expect, it } from 'vitest';
import { recipientsCheck } from '../../../bin/deployment/recipients-check.ts';
import type { Call } from '../../../bin/deployment/signed-call.ts';

const TOPIC = 'arn:aws:sns:eu-central-1:111122223333:sluice-prod-people';
const CONFIRMED = `${TOPIC}:0b6f9c0e`;
const PENDING = 'PendingConfirmation';

/** SNS, with the subscriptions of a topic by pages. */
function sns(...pages: readonly (readonly string[])[]) {
  const asked: Call[] = [];
  const call = async (request: Call) => {
    asked.push(request);
    const at = Number(new URLSearchParams(request.body).get('NextToken') ?? '0');
    const members = (pages[at] ?? [])
      .map((arn) => `<member><SubscriptionArn>${arn}</SubscriptionArn></member>`)
      .join('');
    const next = at + 1 < pages.length ? `<NextToken>${at + 1}</NextToken>` : '';
    return { status: 200, text: `<Subscriptions>${members}</Subscriptions>${next}` };
  };
  return { asked, call };
}

async function verdict(
  pages: readonly (readonly string[])[],
  { named = 2, retained = true } = {},
): Promise<readonly unknown[]> {
  const { call } = sns(...pages);
  const check = recipientsCheck({ topics: { notices: [TOPIC] }, named, retained, call });
  return (await check.run(() => undefined)).map(({ state, detail }) => [state, detail]);
}

describe('the recipients of alarms and notices', () => {
  it('are there with one confirmed subscription, and those who did not confirm are counted', async () => {
    expect(await verdict([[CONFIRMED, PENDING]])).toEqual([
      ['ok', '1 confirmed; 1 has not confirmed yet'],
    ]);
    expect(await verdict([[PENDING], [CONFIRMED, CONFIRMED]])).toEqual([
      ['ok', '2 confirmed; 1 has not confirmed yet'],
    ]);
  });

  it('are missing where none confirmed: the topic publishes, and no person is told', async () => {
    expect(await verdict([[PENDING, PENDING]])).toEqual([
      ['failed', 'no person is told: 0 confirmed, 2 have not confirmed yet (the mail from SNS)'],
    ]);
    expect(await verdict([[]])).toEqual([
      ['failed', 'no person is told: the topic has no subscription'],
    ]);
    expect(await verdict([['Deleted']])).toEqual([
      ['failed', 'no person is told: the topic has no subscription'],
    ]);
  });

  it('of a disposable stage may be none, as its file says', async () => {
    const nameless = { named: 0, retained: false };
    expect(await verdict([[]], nameless)).toEqual([
      ['not-applicable', "the stage's file names no recipients"],
    ]);
    expect(await verdict([[PENDING]], { named: 1, retained: false })).toEqual([
      ['failed', 'no person is told: 0 confirmed, 1 has not confirmed yet (the mail from SNS)'],
    ]);
  });

  it('are looked for of each topic: who confirmed one mail of two is told of half', async () => {
    const call = async ({ body }: Call) => ({
      status: 200,
      text: `<SubscriptionArn>${body?.includes('alarms') ? PENDING : CONFIRMED}</SubscriptionArn>`,
    });
    const topics = { notices: [TOPIC], alarms: [TOPIC.replace('people', 'alarms')] };
    const check = recipientsCheck({ topics, named: 1, retained: true, call });
    const parts = await check.run(() => undefined);
    expect(parts.map(({ of, state }) => [of, state])).toEqual([
      ['notices', 'ok'],
      ['alarms', 'failed'],
    ]);
  });

  it('may be a chat alone: its topic of notices counts as that of the mails', async () => {
    const chat = TOPIC.replace('people', 'chat');
    const call = async ({ body }: Call) => ({
      status: 200,
      text:
        new URLSearchParams(body).get('TopicArn') === chat
          ? `<SubscriptionArn>${chat}:1</SubscriptionArn>`
          : '<Subscriptions/>',
    });
    const check = (topics: readonly string[]) =>
      recipientsCheck({ topics: { notices: topics }, named: 1, retained: true, call });
    const [told] = await check([TOPIC, chat]).run(() => undefined);
    expect(told).toMatchObject({ state: 'ok', detail: '1 confirmed' });
    const [mailsAlone] = await check([TOPIC]).run(() => undefined);
    expect(mailsAlone?.state).toBe('failed');
  });

  it('are asked for by the topic, and a refusal is said', async () => {
    const { call, asked } = sns([CONFIRMED]);
    await recipientsCheck({ topics: { notices: [TOPIC] }, named: 1, retained: true, call }).run(
      () => undefined,
    );
    expect(asked).toMatchObject([{ service: 'sns', method: 'POST' }]);
    expect(new URLSearchParams(asked[0]?.body).get('TopicArn')).toBe(TOPIC);
    const denied = async () => ({ status: 403, text: '<Message>not authorized</Message>' });
    const check = recipientsCheck({
      topics: { notices: [TOPIC] },
      named: 1,
      retained: true,
      call: denied,
    });
    await expect(check.run(() => undefined)).rejects.toThrow(
      'SNS answered with 403: not authorized',
    );
  });
});
