import { readdirSync } from 'node:fs';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { PARTITIONS } from '../../lib/access/partitions.ts';
import { permissionsPage } from '../../lib/permissions/permissions-page.ts';
import { type Permission, readPermissions } from '../../lib/permissions/read-permissions.ts';
import { templatesOnce } from './assembly-once.ts';
import { configured } from './synthesised.ts';

const permissions = readPermissions(templatesOnce(configured()));

/** "run-sweeps" of "automation/run-sweeps-role". */
function functionOf({ holder }: Permission): string {
  return holder.replace(/^.*\//, '').replace(/-role$/, '');
}

function holdersWhere(of: (permission: Permission) => boolean): readonly string[] {
  return [...new Set(permissions.filter(of).map(functionOf))].sort();
}

function conditionOn(key: string, operator: string, { conditions }: Permission) {
  return conditions.find((condition) => condition.key === key && condition.operator === operator);
}

const LEADING_KEYS = 'dynamodb:LeadingKeys';
const AUDIT = ['main#AUDIT', 'main#AUDIT-HEAD'] as const;
/** They find seals that do not hold while they decide, and halt with that commit; none of them updates the kill switch. */
const IN_COMMITS = ['manage-instructions', 'run-sweeps'];
const ITEMS = /^dynamodb:(GetItem|Query|PutItem|UpdateItem|ConditionCheckItem|BatchGetItem)$/;

/** What is done to copies, whose names AWS Backup makes up. */
function isOfBackups(action: string): boolean {
  return /^(dynamodb:(Describe|Delete)Backup|backup:TagResource)$/.test(action);
}

/** What the console lists for the analyst to choose from: names, by actions that know no narrower resource. */
function isLookedUp({ holder, action }: Permission): boolean {
  return holder === 'analytics/analyst' && /^(athena:List|glue:(Get|BatchGet))/.test(action);
}

/** Functions that answer and put nothing but the roles of their callers. */
const ANSWERING: readonly string[] = [
  'query-ledger',
  'query-reports',
  'query-market',
  'preview-policy',
  'read-export',
];

describe('permissions', () => {
  it('are exactly those that were reviewed', async () => {
    // A change here is a change of what a function may do: review it, then `npm run docs:permissions`.
    await expect(permissionsPage(permissions)).toMatchFileSnapshot('../../docs/permissions.md');
  });

  it('hold no wildcard in any action', () => {
    expect(permissions.filter(({ action }) => action.includes('*'))).toEqual([]);
  });

  it('reach beyond named resources for copies and names, and within a bucket by a prefix', () => {
    const broad = permissions.filter(({ resource }) => resource.includes('*'));
    const others = broad.filter((each) => !isOfBackups(each.action) && !isLookedUp(each));
    expect(others.filter(({ action }) => !action.startsWith('s3:'))).toEqual([]);
    expect(others.filter(({ resource }) => !/^[^*]+\/[^*/]+\/\*$/.test(resource))).toEqual([]);
  });

  it('let no role delete, scan or restore, but for AWS Backup, which ends its own copies', () => {
    const forbidden = /delete|scan|restore|batchwrite|partiql|update(table|continuous)/i;
    const found = permissions.filter(({ action }) => forbidden.test(action));
    expect(new Set(found.map(({ action }) => action))).toEqual(new Set(['dynamodb:DeleteBackup']));
    expect(new Set(found.map(({ holder }) => holder))).toEqual(new Set(['data/Backups/role']));
  });

  it('let AWS Backup describe, tag and end the copies of these tables, and of no others', () => {
    const ofBackups = permissions.filter(({ action }) => isOfBackups(action));
    const resourcesOf = (name: string) =>
      ofBackups.filter(({ action }) => action === name).map(({ resource }) => resource);
    const copies = ['Deliveries', 'EventFeed', 'Ledger', 'Series', 'Snapshots'].map(
      (table) => `data/${table}/backup/*`,
    );
    expect(resourcesOf('dynamodb:DescribeBackup').sort()).toEqual(copies);
    expect(resourcesOf('dynamodb:DeleteBackup').sort()).toEqual(copies);
    expect(resourcesOf('backup:TagResource')).toEqual([
      expect.stringMatching(/^arn:.*:backup:.*:recovery-point:\*$/),
    ]);
    expect(new Set(ofBackups.map(({ holder }) => holder))).toEqual(new Set(['data/Backups/role']));
  });

  it('let two functions add to the feed of events: the one that tells of the ledger may write nothing else', () => {
    const writes = permissions.filter(({ action }) =>
      /^dynamodb:(Put|Update|Delete)Item$/.test(action),
    );
    const ofFeed = writes.filter(({ resource }) => resource === 'data/EventFeed');
    expect(ofFeed.map(({ holder, action }) => `${holder} ${action}`)).toEqual([
      'automation/publish-events-role dynamodb:PutItem',
      'automation/update-books-role dynamodb:PutItem',
    ]);
    const ofPublisher = writes.filter(({ holder }) => holder === 'automation/publish-events-role');
    expect(ofPublisher.map(({ resource }) => resource)).toEqual(['data/EventFeed']);
    // What writes files writes that they can be fetched, and that their caller has one open less.
    const ofExports = writes.filter(({ holder }) => holder === 'api/write-export-role');
    expect(ofExports.map(({ action, resource }) => [action, resource])).toEqual([
      ['dynamodb:PutItem', 'data/Ledger'],
      ['dynamodb:UpdateItem', 'data/Ledger'],
    ]);
    const kinds = Object.values(PARTITIONS.Ledger).map((each) => each.replaceAll('*', 'main'));
    expect(kinds.filter((each) => ofExports.some((write) => takes(write, each)))).toEqual([
      'main#OPEN-REQUESTS',
      'main#EXPORTS',
    ]);
  });

  it('come with a role for each function and one policy for each role', () => {
    for (const name of readdirSync('functions')) {
      const holders = permissions.filter((permission) => functionOf(permission) === name);
      expect(new Set(holders.map(({ holder }) => holder)).size, name).toBe(1);
    }
  });
});

describe('objects of the buckets', () => {
  it('that are not there are told as absent: whoever reads them may list, which a GET asks without a prefix', () => {
    const readers = permissions.filter(({ action }) => action === 's3:GetObject');
    const bucketOf = ({ resource }: Permission) =>
      resource.replace(/\/(main|tables|state|results)\/.*$/, '');
    const without = readers.filter(
      (reader) =>
        !permissions.some(
          ({ holder, action, resource, conditions }) =>
            holder === reader.holder &&
            action === 's3:ListBucket' &&
            resource === bucketOf(reader) &&
            conditions.length === 0,
        ),
    );
    expect(readers.length).toBeGreaterThan(3);
    expect(without).toEqual([]);
  });
});

describe('items of the tables', () => {
  const ofItems = permissions.filter(({ action }) => ITEMS.test(action));

  it('are those of the clients of the stage, and no request may leave its keys out', () => {
    const open = ofItems.filter((permission) => {
      const like = conditionOn(LEADING_KEYS, 'ForAllValues:StringLike', permission)?.values;
      const equal = conditionOn(LEADING_KEYS, 'ForAllValues:StringEquals', permission)?.values;
      const named = conditionOn(LEADING_KEYS, 'Null', permission)?.values;
      const tenants = (like ?? equal ?? []).filter((key) => key.startsWith('main#'));
      return tenants.length === 0 || named?.join() !== 'false';
    });
    expect(open).toEqual([]);
  });

  const writes = (action: string, partition: string) =>
    holdersWhere(
      (each) => each.action === action && each.resource === 'data/Ledger' && takes(each, partition),
    );

  it('of the ledger are put, on condition; those that are updated are the kill switch, and the counts of denials and of open requests', () => {
    const updated = Object.values(PARTITIONS.Ledger)
      .map((pattern) => pattern.replaceAll('*', 'main'))
      .filter((partition) => writes('dynamodb:UpdateItem', partition).length > 0);
    expect(updated).toEqual(['main#HALT', 'main#DENIALS', 'main#OPEN-REQUESTS']);
    expect(writes('dynamodb:UpdateItem', 'main#OPEN-REQUESTS')).toEqual([
      ...['preview-policy', 'query-reports', 'write-export'],
    ]);
    // Who halts; who finds an anomaly, or a seal that does not hold; who writes what two people agreed on; who makes up for the audit log.
    const halting = ['halt', 'manage-policy', 'place-trade', 'send-trade', 'send-withdrawal'];
    expect(writes('dynamodb:UpdateItem', 'main#HALT')).toEqual(
      [...halting, 'settle-instruction', 'watchdog'].sort(),
    );
    const api = ['manage-breaks', 'manage-instructions', 'manage-webhooks', 'settle-instruction'];
    expect(writes('dynamodb:UpdateItem', 'main#DENIALS')).toEqual(
      [...api, 'halt', 'manage-policy', 'place-trade'].sort(),
    );
  });

  it('that decide what leaves are written by those that decide, send and watch, and by no other', () => {
    const sending = ['place-trade', 'send-trade', 'send-withdrawal'];
    const deciding = ['manage-instructions', 'run-sweeps', 'settle-instruction', 'watchdog'];
    const put = (partition: string) => writes('dynamodb:PutItem', partition);
    expect(put('main#LANE')).toEqual([...sending, ...deciding, 'manage-policy'].sort());
    expect(put('main#INSTRUCTION#x')).toEqual([...sending, ...deciding].sort());
    // Those who send rest on it in the transaction that claims.
    const policy = [...sending, 'manage-instructions', 'manage-policy'].sort();
    expect([put('main#POLICY'), put('main#POLICY-HISTORY')]).toEqual([policy, policy]);
    // Runs and people who request or decline write lanes, and none of what limits count. Nor does whoever re-arms.
    expect(put('main#COUNTS')).toEqual([...sending, 'settle-instruction', 'watchdog'].sort());
  });

  it('that a role puts and checks are one statement for each table, since IAM may look at all keys at once', () => {
    const writing = ofItems.filter(({ action }) => /Put|ConditionCheck/.test(action));
    const statements = new Map<string, Set<string>>();
    for (const { holder, resource, conditions } of writing) {
      const where = `${holder} on ${resource}`;
      const known = statements.get(where) ?? new Set();
      statements.set(where, known.add(JSON.stringify(conditions)));
    }
    expect(statements.size).toBeGreaterThan(10);
    expect([...statements].filter(([, { size }]) => size > 1).map(([where]) => where)).toEqual([]);
  });

  it('of the audit are put only by functions whose code appends to it', async () => {
    const appenders = await appending();
    for (const partition of AUDIT) {
      expect(writes('dynamodb:PutItem', partition)).toEqual(appenders);
    }
  });

  it('of the roles of callers are all that functions put which only answer', () => {
    for (const name of ANSWERING) {
      const put = Object.values(PARTITIONS.Ledger).filter((pattern) =>
        writes('dynamodb:PutItem', pattern.replaceAll('*', 'main')).includes(name),
      );
      expect(put, name).toEqual(['*#CALLERS']);
    }
  });

  it('that count denials are never put, and the kill switch is put only by those who may halt', () => {
    expect(writes('dynamodb:PutItem', 'main#DENIALS')).toEqual([]);
    expect(writes('dynamodb:PutItem', 'main#HALT')).toEqual(
      [...writes('dynamodb:UpdateItem', 'main#HALT'), ...IN_COMMITS].sort(),
    );
  });
});

/** Whether the partition keys that a permission asks for take this one. */
function takes({ conditions }: Permission, key: string): boolean {
  const like = (pattern: string) => new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(key);
  return conditions
    .filter((condition) => condition.key === LEADING_KEYS)
    .every(({ operator, values }) => {
      if (operator === 'ForAllValues:StringLike') return values.some(like);
      if (operator === 'ForAllValues:StringNotLike') return !values.some(like);
      return operator === 'Null' || values.includes(key);
    });
}

/** The functions whose bundles hold what appends to the audit chain. Denials aside, which every function of the
 * API can record and only those do that may write. */
async function appending(): Promise<readonly string[]> {
  const names = readdirSync('functions');
  const { outputFiles } = await build({
    entryPoints: names.map((name) => ({ in: `functions/${name}/handler.ts`, out: name })),
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    external: ['*/router/api.ts'],
    outdir: 'bundles',
    logLevel: 'silent',
  });
  return outputFiles
    .filter(({ text }) => /\bfunction appendToChain\b/.test(text))
    .map(({ path }) => path.replace(/^.*\/(.+)\.js$/, '$1'))
    .sort();
}

describe('secrets', () => {
  const readersOf = (secret: string): readonly string[] =>
    holdersWhere(
      ({ action, resource }) => action === 'secretsmanager:GetSecretValue' && resource === secret,
    );

  it('are the tokens and the key of cursors, and no role writes one', () => {
    const used = permissions.filter(({ action }) => action.startsWith('secretsmanager:'));
    expect(new Set(used.map(({ action }) => action))).toEqual(
      new Set(['secretsmanager:GetSecretValue']),
    );
    expect(new Set(used.map(({ resource }) => resource))).toEqual(
      new Set(['data/Token', 'data/CursorKey']),
    );
  });

  it('with the token are read only by functions that call the service', () => {
    expect(readersOf('data/Token')).toEqual([
      'place-trade',
      'query-market',
      'send-trade',
      'send-withdrawal',
      'take-snapshot',
    ]);
  });

  it('with the key of cursors only by functions that page', () => {
    expect(readersOf('data/CursorKey')).toEqual([
      'manage-webhooks',
      'query-ledger',
      'query-reports',
    ]);
  });
});

describe('the secrets of webhooks', () => {
  const holdersOf = (action: string) =>
    permissions.filter(
      (each) =>
        each.action === action &&
        conditionOn('kms:EncryptionContext:purpose', 'StringEquals', each)?.values.join() ===
          'sluice/webhook-secret',
    );

  it('are encrypted by the function that shows them, and decrypted by the one that signs', () => {
    const names = (action: string) =>
      holdersOf(action).map(({ holder }) => holder.replace(/^.*\/(.*)-role$/, '$1'));
    expect(names('kms:Encrypt')).toEqual(['manage-webhooks']);
    expect(names('kms:Decrypt')).toEqual(['deliver-webhooks']);
  });

  it('are those of the tenants of the stage', () => {
    for (const each of [...holdersOf('kms:Encrypt'), ...holdersOf('kms:Decrypt')]) {
      const tenants = conditionOn('kms:EncryptionContext:tenant', 'StringEquals', each);
      expect(tenants?.values).toEqual(['main']);
    }
  });

  it('are used by a function that writes nothing to the ledger, and invokes nothing', () => {
    const held = permissions.filter(({ holder }) => holder.endsWith('/deliver-webhooks-role'));
    const writes = held.filter(
      ({ action, resource }) => /Put|Update|Delete/.test(action) && resource === 'data/Ledger',
    );
    expect(writes).toEqual([]);
    expect(held.filter(({ action }) => action.startsWith('lambda:'))).toEqual([]);
    expect(held.filter(({ action }) => action === 'kms:GenerateMac')).toEqual([]);
  });
});

describe('functions that read', () => {
  it('read of the ledger the manual rates and their history alone: query-market', () => {
    const own = permissions.filter(
      (permission) =>
        functionOf(permission) === 'query-market' && permission.resource === 'data/Ledger',
    );
    const read = own.filter(({ action }) => /GetItem|Query/.test(action));
    expect(read.map(({ action }) => action).sort()).toEqual(['dynamodb:GetItem', 'dynamodb:Query']);
    for (const each of read) {
      expect(conditionOn(LEADING_KEYS, 'ForAllValues:StringEquals', each)?.values).toEqual([
        'main#MANUAL-RATES',
        'main#MANUAL-RATE-HISTORY',
      ]);
    }
  });

  it('query snapshots, and nothing else of their table: query-market', () => {
    const own = permissions.filter(
      (each) => functionOf(each) === 'query-market' && each.resource === 'data/Snapshots',
    );
    expect(own.map(({ action }) => action)).toEqual(['dynamodb:Query']);
  });

  it('read nothing of the ledger: read-export', () => {
    const own = permissions.filter(
      (each) => functionOf(each) === 'read-export' && each.resource === 'data/Ledger',
    );
    expect(own.map(({ action }) => action)).toEqual(['dynamodb:PutItem']);
  });

  it.each(ANSWERING)(
    'put the roles of their callers at most, for the review of access, and count what they have open: %s',
    (name) => {
      const own = permissions.filter((permission) => functionOf(permission) === name);
      const writes = own.filter(({ action }) =>
        /^dynamodb:(Put|Update|Delete|Condition)/.test(action),
      );
      const counts = ['query-reports', 'preview-policy'].includes(name);
      expect(writes.map(({ action, resource }) => [action, resource])).toEqual([
        ['dynamodb:PutItem', 'data/Ledger'],
        ...(counts ? [['dynamodb:UpdateItem', 'data/Ledger']] : []),
      ]);
      // Of keys, what the table needs to write; of seals, none are made.
      const invoked = own.filter(({ action }) => /^lambda:|GenerateMac|^s3:Put/.test(action));
      // Reports hand what is too large for an answer to the function that writes files.
      const files = name === 'query-reports' ? ['lambda:InvokeFunction', 's3:PutObject'] : [];
      expect(invoked.map(({ action }) => action).sort()).toEqual(files);
    },
  );
});
