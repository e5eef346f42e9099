import { describe, expect, it } from 'vitest';
import { ledgerKeys } from '../../adapters/store/keys.ts';
import { type Probed, probedPartition } from '../../adapters/store/write-probe.ts';
import { type Permission, readPermissions } from '../../lib/permissions/read-permissions.ts';
import { readStage } from '../../lib/stages/read-stage.ts';
import {
  DEPLOYED_FUNCTIONS,
  MIXED_WRITES,
  OBJECT_READERS,
} from '../../runtime/diagnosis/diagnosis.ts';
import { judge } from '../access/judge.ts';
import { policiesIn } from '../access/policies-in.ts';
import { templatesOnce } from './assembly-once.ts';

const TENANT = 'main';
const permissions = readPermissions(templatesOnce(readStage('dev')));
const policies = policiesIn(templatesOnce(readStage('dev')), 'dev');
const roles = permissions.filter(({ holder }) => holder.endsWith('-role'));

function nameOf({ holder }: Permission): string {
  return holder.replace(/^.*\//, '').replace(/-role$/, '');
}

function names(of: (permission: Permission) => boolean): readonly string[] {
  return [...new Set(roles.filter(of).map(nameOf))].sort();
}

function may(name: string, action: string, key: string): boolean {
  return judge(policies, { role: name, action, table: 'Ledger', keys: [key] }) === 'allowed';
}

describe('what functions can be asked after a deployment', () => {
  it('is known of every function that is deployed', () => {
    const logged = names(({ action }) => action === 'logs:PutLogEvents');
    expect(logged).toEqual([...DEPLOYED_FUNCTIONS].sort());
  });

  it('tries the transactions of every role that puts entries into the audit log, and of no other', () => {
    const audit = ledgerKeys.auditPartition(TENANT);
    const writers = DEPLOYED_FUNCTIONS.filter((name) => may(name, 'dynamodb:PutItem', audit));
    expect([...writers].sort()).toEqual(Object.keys(MIXED_WRITES).sort());
  });

  it('tries what the role is allowed, so that a denial is one of AWS and never of our own', () => {
    for (const [name, { puts, checks, updates }] of Object.entries(MIXED_WRITES)) {
      const all = (action: string, each: readonly Probed[]) =>
        each.filter((of) => !may(name, action, probedPartition(TENANT, of)));
      expect(all('dynamodb:PutItem', puts), name).toEqual([]);
      expect(all('dynamodb:ConditionCheckItem', checks), name).toEqual([]);
      expect(all('dynamodb:UpdateItem', updates), name).toEqual([]);
    }
  });

  it('tries every update and every check that a role may make beside the audit log', () => {
    for (const [name, { checks, updates }] of Object.entries(MIXED_WRITES)) {
      const halt = ledgerKeys.halt(TENANT).pk;
      const denials = ledgerKeys.denialsPartition(TENANT);
      expect(may(name, 'dynamodb:UpdateItem', halt), name).toBe(isOne('halt', updates));
      expect(may(name, 'dynamodb:UpdateItem', denials), name).toBe(isOne('denials', updates));
      const policy = ledgerKeys.policyPartition(TENANT);
      expect(may(name, 'dynamodb:ConditionCheckItem', policy), name).toBe(isOne('policy', checks));
    }
  });

  it('asks every function that reads objects for one that is not there', () => {
    expect(names(({ action }) => action === 's3:GetObject')).toEqual([...OBJECT_READERS].sort());
  });
});

function isOne(name: string, of: readonly string[]): boolean {
  return of.includes(name);
}
