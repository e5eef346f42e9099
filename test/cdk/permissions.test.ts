import { describe, expect, it } from 'vitest';
import { line, permissionsOf } from './permissions.ts';
import { synthesised } from './synthesised.ts';

const stacks = synthesised();
const permissions = permissionsOf(stacks);

describe('permissions', () => {
  it('are exactly those that were reviewed', async () => {
    // A change here is a change of what a function may do: review it, then update the file.
    await expect(`${permissions.map(line).join('\n')}\n`).toMatchFileSnapshot('permissions.txt');
  });

  it('hold no wildcard in any action', () => {
    expect(permissions.filter(({ action }) => action.includes('*'))).toEqual([]);
  });

  it('reach beyond named resources for traces only', () => {
    const broad = permissions.filter(({ resource }) => resource.includes('*'));
    expect(new Set(broad.map(({ action }) => action))).toEqual(
      new Set(['xray:PutTraceSegments', 'xray:PutTelemetryRecords']),
    );
  });

  it('let nobody delete, scan or restore', () => {
    const forbidden = /delete|scan|restore|batchwrite|partiql|update(table|continuous)/i;
    expect(permissions.filter(({ action }) => forbidden.test(action))).toEqual([]);
  });

  const readersOf = (secret: string): readonly string[] =>
    permissions
      .filter(({ action }) => action === 'secretsmanager:GetSecretValue')
      .filter(({ resource }) => resource === secret)
      .map(({ role }) => role);

  it('let only functions that page read the key of cursors, and no function any other secret', () => {
    expect(readersOf('CursorKeySecret')).toEqual(['queryreportsrole', 'readtreasuryrole']);
    const secrets = permissions
      .filter(({ action }) => action.startsWith('secretsmanager:'))
      .map(({ resource }) => resource);
    expect(new Set(secrets)).toEqual(new Set(['TokenSecret', 'CursorKeySecret']));
  });

  it('let only functions that call the service read its token', () => {
    expect(readersOf('TokenSecret')).toEqual([
      'placetraderole',
      'readservicerole',
      'sendtraderole',
      'sendwithdrawalrole',
      'takesnapshotrole',
    ]);
  });

  it.each(['readtreasuryrole', 'readservicerole', 'previewpolicyrole'])(
    'let %s, that of a function which reads, write nothing',
    (name) => {
      const writes = permissions.filter(
        ({ role, action }) =>
          role === name && /Put|Update|ConditionCheck|Encrypt|Generate/.test(action),
      );
      expect(writes.map(({ action }) => action)).toEqual([
        'logs:PutLogEvents',
        'xray:PutTelemetryRecords',
        'xray:PutTraceSegments',
      ]);
    },
  );

  it('come with no policy that AWS maintains', () => {
    for (const template of stacks.all.values()) {
      for (const { Properties } of Object.values(template.findResources('AWS::IAM::Role'))) {
        expect(Properties.ManagedPolicyArns).toBeUndefined();
      }
    }
  });
});
