import { describe, expect, it } from 'vitest';
import type { Call } from '../../../bin/deployment/signed-call.ts';
import { trailCheck } from '../../../bin/deployment/trail-check.ts';

const TABLES = {
  Ledger: 'arn:aws:dynamodb:eu-central-1:111122223333:table/ledger',
  Snapshots: 'arn:aws:dynamodb:eu-central-1:111122223333:table/snapshots',
};

interface Trail {
  readonly isLogging?: boolean;
  readonly selectors: object;
}

const field = (Field: string, ...Equals: string[]) => ({ Field, Equals });
const writesOf = (...arns: string[]) => ({
  AdvancedEventSelectors: [
    {
      FieldSelectors: [
        field('eventCategory', 'Data'),
        field('resources.type', 'AWS::DynamoDB::Table'),
        field('readOnly', 'false'),
        field('resources.ARN', ...arns),
      ],
    },
  ],
});
const OWN: Trail = { selectors: writesOf(...Object.values(TABLES)) };
const MANAGEMENT: Trail = {
  selectors: { EventSelectors: [{ ReadWriteType: 'All', IncludeManagementEvents: true }] },
};

/** CloudTrail of a region. */
const cloudTrail =
  (trails: readonly Trail[]) =>
  async ({ target = '', body = '{}' }: Call) => {
    const { Name, TrailName } = JSON.parse(body);
    const trail = trails[Number(Name ?? TrailName)];
    const answers = {
      DescribeTrails: { trailList: trails.map((_, index) => ({ TrailARN: String(index) })) },
      GetTrailStatus: { IsLogging: trail?.isLogging ?? true },
      GetEventSelectors: trail?.selectors,
    };
    const operation = target.slice(target.lastIndexOf('.') + 1) as keyof typeof answers;
    return { status: 200, text: JSON.stringify(answers[operation]) };
  };

async function failing(trails: readonly Trail[]): Promise<readonly string[]> {
  const check = trailCheck({ tables: TABLES, retained: true, call: cloudTrail(trails) });
  const parts = await check.run(() => undefined);
  return parts.filter(({ state }) => state === 'failed').map(({ of }) => of);
}

describe('the trails of a region', () => {
  it("record what has to be recorded: the stage's own the writes, another one the management events", async () => {
    expect(await failing([OWN, MANAGEMENT])).toEqual([]);
    const all = {
      EventSelectors: [
        {
          ReadWriteType: 'WriteOnly',
          IncludeManagementEvents: true,
          DataResources: [{ Type: 'AWS::DynamoDB::Table', Values: ['arn:aws:dynamodb'] }],
        },
      ],
    };
    expect(await failing([{ selectors: all }])).toEqual([]);
  });

  it.each([
    ['there is none', [], ['Ledger', 'Snapshots', 'management events']],
    ['only management events are recorded, as by default', [MANAGEMENT], ['Ledger', 'Snapshots']],
    [
      "the stage's own stopped",
      [{ ...OWN, isLogging: false }, MANAGEMENT],
      ['Ledger', 'Snapshots'],
    ],
    [
      'another table is recorded',
      [{ selectors: writesOf(TABLES.Ledger) }, MANAGEMENT],
      ['Snapshots'],
    ],
    [
      'only reads are recorded',
      [OWN, { selectors: { EventSelectors: [{ ReadWriteType: 'ReadOnly' }] } }],
      ['management events'],
    ],
  ])('are found wanting where %s', async (_, trails, expected) => {
    expect(await failing(trails)).toEqual(expected);
  });

  it('are not asked for of a stage that is made to be thrown away', async () => {
    const call = () => Promise.reject(new Error('it was asked'));
    const check = trailCheck({ tables: TABLES, retained: false, call });
    expect(await check.run(() => undefined)).toMatchObject([{ state: 'not-applicable' }]);
  });

  it('that cannot be read are said to be so', async () => {
    const call = async () => ({ status: 400, text: 'AccessDenied' });
    const check = trailCheck({ tables: TABLES, retained: true, call });
    await expect(check.run(() => undefined)).rejects.toThrow('CloudTrail answered with 400');
  });
});
