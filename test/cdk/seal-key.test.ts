import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { readPermissions } from '../../lib/permissions/read-permissions.ts';
import { templatesOnce } from './assembly-once.ts';
import { configured, functionsOf, synthesised } from './synthesised.ts';

const EARLIER = 'arn:aws:kms:eu-central-1:111122223333:key/of-before';
const exchanged = synthesised(configured({ previousSealKeys: [EARLIER] }));

/** Who may do one thing with a key, by function. */
function holdersOf(action: string, key = 'SealKey'): readonly string[] {
  return readPermissions(templatesOnce(configured()))
    .filter((permission) => permission.action === action)
    .filter(({ resource }) => resource.includes(key))
    .map(({ holder }) => holder.replace(/^.*\/|-role$/g, ''));
}

describe('the key of seals', () => {
  it('makes and verifies MACs, does nothing else, and is kept as the data are', () => {
    exchanged.data.hasResource('AWS::KMS::Key', {
      Properties: { KeySpec: 'HMAC_256', KeyUsage: 'GENERATE_VERIFY_MAC' },
      DeletionPolicy: 'Retain',
    });
    exchanged.data.hasResourceProperties('AWS::KMS::Alias', {
      AliasName: Match.stringLikeRegexp('/seals$'),
    });
  });

  it('makes seals for functions that decide, and for none that only sends', () => {
    const people = ['manage-instructions', 'manage-policy', 'place-trade', 'settle-instruction'];
    const deciding = [...people, 'run-sweeps'].sort();
    expect([...holdersOf('kms:GenerateMac')].sort()).toEqual(deciding);
    // The inbox says whether a change can be approved; a webhook is sent to as it was agreed on.
    const sending = ['deliver-webhooks', 'send-trade', 'send-withdrawal'];
    // A manual rate values a report as it was agreed on.
    const reporting = [
      'export-analytics',
      'preview-policy',
      'query-market',
      'query-reports',
      'write-export',
    ];
    const verifying = [
      ...deciding,
      ...sending,
      ...reporting,
      'manage-webhooks',
      // A pause carries the seal of what it pauses.
      'queue-deliveries',
      'query-ledger',
      'update-books',
    ].sort();
    expect([...holdersOf('kms:VerifyMac')].sort()).toEqual(verifying);
  });

  it('is named to exactly those, the key of today before those of earlier days', () => {
    const told = [...functionsOf(exchanged)].filter(
      ([, { Environment }]) => Environment.Variables.SEAL_KEYS !== undefined,
    );
    expect(told.map(([name]) => name).sort()).toEqual([...holdersOf('kms:VerifyMac')].sort());
    for (const [, { Environment }] of told) {
      expect(JSON.stringify(Environment.Variables.SEAL_KEYS)).toContain(`,${EARLIER}"`);
    }
  });

  it('of earlier days verifies, and makes no seal any more', () => {
    const statements = [...exchanged.all.values()]
      .flatMap((template) => Object.values(template.findResources('AWS::IAM::Policy')))
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
      .filter(({ Resource }) => JSON.stringify(Resource).includes(EARLIER));
    expect(statements.length).toBeGreaterThan(0);
    for (const { Action, Condition } of statements) {
      expect(Action).toBe('kms:VerifyMac');
      expect(Condition).toEqual({ StringEquals: { 'kms:MacAlgorithm': 'HMAC_SHA_256' } });
    }
  });
});

describe('the key of readings', () => {
  it('makes MACs, as the key of seals does, and there is no third one', () => {
    exchanged.data.resourcePropertiesCountIs('AWS::KMS::Key', { KeySpec: 'HMAC_256' }, 2);
  });

  it('makes seals for the function that reads balances, and for no other', () => {
    expect(holdersOf('kms:GenerateMac', 'ReadingKey')).toEqual(['take-snapshot']);
    const sending = ['place-trade', 'send-trade', 'send-withdrawal'];
    // One of them says what a trade would be told: by the snapshot's prices, if Sluice left them on record.
    const saying = ['query-ledger'];
    const verifying = [
      ...[...sending, ...saying],
      ...['run-sweeps', 'settle-instruction', 'watchdog'],
    ].sort();
    expect([...holdersOf('kms:VerifyMac', 'ReadingKey')].sort()).toEqual(verifying);
    const told = [...functionsOf(exchanged)].filter(
      ([, { Environment }]) => Environment.Variables.READING_KEY !== undefined,
    );
    expect(told.map(([name]) => name).sort()).toEqual(['take-snapshot', ...verifying].sort());
  });

  it('is asked for by those that give back, and none of them has the token of the service for it', () => {
    const told = [...functionsOf(exchanged)].filter(
      ([, { Environment }]) => Environment.Variables.TAKE_SNAPSHOT_FUNCTION !== undefined,
    );
    expect(told.map(([name]) => name).sort()).toEqual(['settle-instruction', 'watchdog']);
    for (const [, { Environment }] of told) {
      expect(Environment.Variables).not.toHaveProperty('TOKEN_SECRET_ARN');
    }
  });
});
