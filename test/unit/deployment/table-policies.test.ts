import { describe, expect, it } from 'vitest';
import { judgedPolicy, tablePolicyCheck } from '../../../bin/deployment/table-policy-check.ts';
import { TABLES, type TableId } from '../../../lib/access/partitions.ts';
import { tablePolicy } from '../../../lib/access/table-policy.ts';

const TENANTS = ['main'];
const LEDGER = tablePolicy({ table: 'Ledger', stage: 'dev', tenants: TENANTS, expires: false });
const asText = (statements: readonly object[]) =>
  JSON.stringify({ Version: '2012-10-17', Statement: statements });
const judged = (found: string | null) => judgedPolicy('Ledger', LEDGER, found);

const TABLE_ARNS = Object.fromEntries(
  TABLES.map((table) => [table, `arn:aws:dynamodb:eu-central-1:111122223333:table/${table}`]),
) as Record<TableId, string>;

/** Every table has the policy that is deployed, but for those named. */
function dynamoWithout(...bare: readonly TableId[]) {
  return {
    send: async ({ input }: { readonly input: { readonly ResourceArn: string } }) => {
      const table = input.ResourceArn.replace(/^.*\//, '') as TableId;
      if (bare.includes(table)) {
        throw Object.assign(new Error('no policy'), { name: 'PolicyNotFoundException' });
      }
      const expires = !['Ledger', 'Series'].includes(table);
      return { Policy: asText(tablePolicy({ table, stage: 'dev', tenants: TENANTS, expires })) };
    },
  } as never;
}

describe("the check of the tables' policies", () => {
  const run = async (client: never) => {
    const check = tablePolicyCheck({ stage: 'dev', tenants: TENANTS, tables: TABLE_ARNS, client });
    return await check.run(() => undefined);
  };

  it('holds for tables with the policies that are deployed', async () => {
    const parts = await run(dynamoWithout());
    expect(parts.map(({ of, state }) => [of, state])).toEqual(
      Object.keys(TABLE_ARNS).map((table) => [table, 'ok']),
    );
  });

  it('fails for a table without one, as a restored table is, and says what to do', async () => {
    const parts = await run(dynamoWithout('Ledger'));
    expect(parts.filter(({ state }) => state === 'failed')).toMatchObject([
      {
        of: 'Ledger',
        detail: expect.stringMatching(/no policy of its own.*restoring from a backup/),
      },
    ]);
  });

  it('fails where a request is denied to it, and is not taken for a table without one', async () => {
    const client = {
      send: async () => {
        throw Object.assign(new Error('is not authorized'), { name: 'AccessDeniedException' });
      },
    } as never;
    await expect(run(client)).rejects.toThrow('is not authorized');
  });
});

describe("a table's policy", () => {
  it('is the same in the form in which AWS gives policies back', () => {
    const given = LEDGER.map(({ Action, Condition, ...rest }) => ({
      ...rest,
      Principal: '*',
      Action: Action.length === 1 ? Action[0] : [...Action].reverse(),
      Resource: 'arn:aws:dynamodb:eu-central-1:111122223333:table/Ledger',
      ...(Condition === undefined ? {} : { Condition }),
    }));
    expect(judged(asText(given.reverse()))).toMatchObject({ state: 'ok' });
  });

  it.each<[string, string]>([
    ['that was taken out', asText(LEDGER.slice(1))],
    [
      'that names one role more',
      asText(LEDGER).replace('*-send-trade"', '*-send-trade","arn:*:iam::*:role/Administrator"'),
    ],
    ['for fewer partitions', asText(LEDGER).replace('"*#LANE"', '"*#LANES"')],
    ['of another tenant', asText(LEDGER).replace('"main#*"', '"main#*","other#*"')],
    [
      'that only denies some principals',
      asText(LEDGER).replace('{"AWS":"*"}', '{"AWS":"111122223333"}'),
    ],
  ])('fails by a statement %s', (_, found) => {
    expect(found).not.toBe(asText(LEDGER));
    expect(judged(found)).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('missing'),
    });
  });

  it('fails by a statement that is not of Sluice', () => {
    const allow = {
      Sid: 'Theirs',
      Effect: 'Allow',
      Principal: '*',
      Action: 'dynamodb:*',
      Resource: '*',
    };
    expect(judged(asText([...LEDGER, allow]))).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('not of Sluice: Theirs'),
    });
  });
});
