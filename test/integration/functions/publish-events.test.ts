import { describe, expect, it } from 'vitest';
import { toItem } from '../../../adapters/store/item.ts';
import { RULE } from '../protocol/treasury-under-test.ts';
import { putItem } from '../store/items.ts';
import { deployedForEachTest } from './deployed-for-each-test.ts';
import { TENANT } from './deployed-functions.ts';
import { deploymentSteps } from './deployment-steps.ts';
import { ledgerRecords } from './ledger-records.ts';

const { deployed, output } = deployedForEachTest({}, 'agreed');
const { commit, decide, trade, tradesNeedApproval } = deploymentSteps(deployed);

const streamed = () => ledgerRecords(deployed().ledgerTable);
const publish = (event: object) => deployed().invoke('publish-events', event);
const types = () =>
  deployed()
    .events.published()
    .map(({ type }) => type);

/** A trade above the limit for an approval, approved by another person. */
async function approvedTrade(): Promise<string> {
  await tradesNeedApproval('100');
  const asked = await trade();
  const id = String(asked.body.id);
  const content = asked.body.contentDigest;
  const decided = await decide(['trades', id], 'approve', { content });
  expect(decided.status).toBe(200);
  return id;
}

describe('publish-events', () => {
  it('tells an approved trade, whose event has it sent, and then what became of it', async () => {
    const id = await approvedTrade();
    expect(await publish(await streamed())).toEqual({ batchItemFailures: [] });
    expect(types()).toContain('com.sluice.rule.created');
    expect(types()).toContain('com.sluice.controls.set');

    const [approved, ...more] = deployed().events.handed;
    expect(more).toEqual([]);
    expect(await deployed().invoke('send-trade', approved)).toEqual({ results: ['concluded'] });
    // Should the event come twice, the second finds nothing to send.
    expect(await deployed().invoke('send-trade', approved)).toEqual({ results: ['not-open'] });
    expect(deployed().posts('/v1/trades')).toHaveLength(1);

    const before = deployed().events.published().length;
    await publish(await streamed());
    const ofTrade = deployed()
      .events.published()
      .slice(before)
      .filter(({ subject }) => subject === id);
    const instruction = await deployed().ledger.readInstruction(TENANT, id);
    expect(ofTrade.map(({ type }) => type)).toEqual(
      ['awaiting-approval', 'approved', 'sending', 'confirmed'].map(
        (state) => `com.sluice.trade.${state}`,
      ),
    );
    expect(ofTrade.map(({ time }) => time)).toEqual(
      instruction?.history.slice(-ofTrade.length).map(({ at }) => at),
    );
  });

  it('tells the same change with the same id, however often it is delivered', async () => {
    const event = await streamed();
    await publish(event);
    const first = deployed().events.published();
    await publish(event);
    expect(deployed().events.published()).toEqual([...first, ...first]);
    expect(new Set(first.map(({ id }) => id)).size).toBe(first.length);
  });

  it('asks for what the bus did not take to be delivered again, and no sooner calls it told', async () => {
    await approvedTrade();
    deployed().events.target.refuses = true;
    const event = await streamed();
    const { batchItemFailures } = (await publish(event)) as {
      readonly batchItemFailures: readonly { readonly itemIdentifier: string }[];
    };
    expect(batchItemFailures).toHaveLength(1);
    expect(types()).not.toContain('com.sluice.trade.approved');
    expect(output()).toContain('ThrottlingException');

    deployed().events.target.refuses = false;
    const sequences = event.Records.map((record) => JSON.stringify(record)).filter((text) =>
      text.includes(batchItemFailures[0]?.itemIdentifier ?? 'nothing'),
    );
    await publish({ Records: sequences.map((text) => JSON.parse(text)) });
    expect(types().at(-1)).toBe('com.sluice.trade.approved');
  });

  it('leaves out what it does not know and, loudly, what it cannot read, and tells the rest', async () => {
    const put = (item: object) => putItem(deployed().ledgerTable, toItem(item));
    await put({ pk: 'main#X', sk: '1', entity: 'of-a-later-version', id: 'new' });
    await put({ pk: 'main#X', sk: '2', entity: 'instruction', id: 'half' });
    const rule = { ...RULE, enabled: false, version: 2 };
    await commit({ kind: 'put-rule', rule });
    expect(await publish(await streamed())).toEqual({ batchItemFailures: [] });
    expect(types().at(-1)).toBe('com.sluice.rule.changed');
    expect(output()).toMatch(/a change cannot be told and is left out/);
    expect(output()).not.toMatch(/of-a-later-version/);
  });
});
