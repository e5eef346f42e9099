import { CfnResource, type Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import {
  BACKUP_COMPLETION_WINDOW,
  BACKUP_START_WINDOW,
  DAILY_BACKUP_KEPT,
  MONTHLY_BACKUP_KEPT,
  MONTHLY_BACKUP_WARM,
  QUARTERLY_BACKUP_KEPT,
} from '../limits.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import { accepted } from './accepted-finding.ts';
import { arnAsFound } from './arn-as-found.ts';
import { arnInStack } from './arn-in-stack.ts';
import { backupVaultName } from './backup-vault-name.ts';
import { ownPolicy } from './own-policy.ts';
import type { TreasuryTable } from './treasury-table.ts';

/** Copies in a vault, whatever AWS Backup names them. */
const RECOVERY_POINTS = 'recovery-point:*';

export interface TableBackupsProps {
  readonly configuration: StageConfiguration;
  readonly key: IKey;
  /** Copied every night. */
  readonly tables: readonly TreasuryTable[];
  /** Those of them in which nothing expires by itself: copied every month as well. */
  readonly records: readonly TreasuryTable[];
}

interface Lifecycle {
  readonly deleteAfter: Duration;
  readonly moveToColdStorageAfter?: Duration;
}

/** One copy on the first of each month; that of a quarter's first month is kept longer. */
const BY_MONTHS = [
  { ruleName: 'monthly', month: '2,3,5,6,8,9,11,12', deleteAfter: MONTHLY_BACKUP_KEPT },
  { ruleName: 'quarterly', month: '1,4,7,10', deleteAfter: QUARTERLY_BACKUP_KEPT },
] as const;

interface Copied {
  readonly tables: readonly TreasuryTable[];
  /** ARN of a vault elsewhere. */
  readonly elsewhere: string | undefined;
}

/**
 * Copies of the tables every night, and of the records every month, beside the point-in-time recovery that each table has. The
 * latter goes with its table; these stay, and no role can delete one before its time.
 */
export class TableBackups extends Construct {
  constructor(scope: Construct, id: string, props: TableBackupsProps) {
    super(scope, id);
    const { configuration, key, tables, records } = props;
    const vault = new BackupVault(this, 'Vault', {
      backupVaultName: backupVaultName(configuration.stage),
      encryptionKey: key,
      // A vault with copies in it cannot be deleted; an empty one, of a first deployment that failed, can.
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      blockRecoveryPointDeletion: true,
    });
    const windows = {
      startWindow: BACKUP_START_WINDOW,
      completionWindow: BACKUP_COMPLETION_WINDOW,
    } as const;
    const { stage } = configuration;
    const role = this.#role(key, vault, { tables, elsewhere: configuration.backupCopy?.vaultArn });
    const nightly = new BackupPlan(this, 'Plan', {
      backupPlanName: `sluice-${stage}`,
      backupVault: vault,
      backupPlanRules: [
        new BackupPlanRule({
          ...windows,
          ruleName: 'nightly',
          scheduleExpression: Schedule.cron({ hour: '2', minute: '30' }),
          deleteAfter: DAILY_BACKUP_KEPT,
          ...this.#copyActions(configuration, { deleteAfter: DAILY_BACKUP_KEPT }),
        }),
      ],
    });
    const monthly = new BackupPlan(this, 'Monthly', {
      backupPlanName: `sluice-${stage}-monthly`,
      backupVault: vault,
      backupPlanRules: BY_MONTHS.map(({ ruleName, month, deleteAfter }) => {
        const lifecycle = { deleteAfter, moveToColdStorageAfter: MONTHLY_BACKUP_WARM };
        return new BackupPlanRule({
          ...windows,
          ruleName,
          scheduleExpression: Schedule.cron({ month, day: '1', hour: '3', minute: '30' }),
          ...lifecycle,
          ...this.#copyActions(configuration, lifecycle),
        });
      }),
    });
    for (const [plan, copied] of [
      [nightly, tables],
      [monthly, records],
    ] as const) {
      plan.addSelection('Tables', {
        resources: copied.map(({ table }) => BackupResource.fromArn(table.tableArn)),
        role,
        // Its own way of granting is the policy that AWS maintains: every table of the account.
        disableDefaultBackupPolicy: true,
      });
    }
  }

  /** Every copy is copied once more, to a vault that no one of this account can empty. */
  #copyActions({ backupCopy }: StageConfiguration, lifecycle: Lifecycle) {
    if (backupCopy === undefined) return {};
    const name = `Elsewhere-${lifecycle.deleteAfter.toDays()}`;
    const destinationBackupVault = BackupVault.fromBackupVaultArn(this, name, backupCopy.vaultArn);
    return { copyActions: [{ destinationBackupVault, ...lifecycle }] };
  }

  /** May copy these tables into this vault, and on into the one elsewhere. A person restores them, with a role of their own. */
  #role(key: IKey, vault: BackupVault, { tables, elsewhere }: Copied): Role {
    const role = new Role(this, 'role', {
      assumedBy: new ServicePrincipal('backup.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
      description: 'Copies the tables into the vault',
    });
    role.addToPolicy(
      new PolicyStatement({
        actions: [
          'dynamodb:CreateBackup',
          'dynamodb:DescribeTable',
          'dynamodb:ListTagsOfResource',
          'dynamodb:StartAwsBackupJob',
        ],
        resources: tables.map(({ table }) => table.tableArn),
      }),
    );
    // Its permissions on the copies themselves, once they are made: to see whether one is done, and to end one that
    // failed.
    role.addToPolicy(
      new PolicyStatement({
        actions: ['dynamodb:DescribeBackup', 'dynamodb:DeleteBackup'],
        resources: tables.map(({ table }) => `${table.tableArn}/backup/*`),
      }),
    );
    // A copy bears the tags of its table.
    role.addToPolicy(
      new PolicyStatement({
        actions: ['backup:TagResource'],
        resources: [arnInStack(this)('backup', RECOVERY_POINTS)],
      }),
    );
    role.addToPolicy(
      new PolicyStatement({
        actions: ['backup:CopyIntoBackupVault', 'backup:DescribeBackupVault'],
        resources: [vault.backupVaultArn],
      }),
    );
    if (elsewhere !== undefined) {
      role.addToPolicy(
        new PolicyStatement({
          actions: ['backup:CopyFromBackupVault'],
          resources: [arnInStack(this)('backup', RECOVERY_POINTS)],
        }),
      );
      role.addToPolicy(
        new PolicyStatement({ actions: ['backup:CopyIntoBackupVault'], resources: [elsewhere] }),
      );
    }
    role.addToPolicy(
      new PolicyStatement({
        actions: ['kms:Decrypt', 'kms:DescribeKey', 'kms:GenerateDataKey'],
        resources: [key.keyArn],
        conditions: {
          StringEquals: {
            'kms:ViaService': ['backup', 'dynamodb'].map(
              (service) => `${service}.${Stack.of(this).region}.amazonaws.com`,
            ),
          },
        },
      }),
    );
    role.addToPolicy(
      new PolicyStatement({
        actions: ['kms:CreateGrant'],
        resources: [key.keyArn],
        conditions: { Bool: { 'kms:GrantIsForAWSResource': 'true' } },
      }),
    );
    ownPolicy(role);
    accepted(
      role,
      'AWS Backup makes up the names of copies: what they have in common is their table, or that they are recovery points.',
      [
        ...tables.map(({ table }) => `<${logicalIdOf(table)}.Arn>/backup/*`),
        arnAsFound(this, 'backup', RECOVERY_POINTS),
      ].map((resource) => `AwsSolutions-IAM5[Resource::${resource}]`),
    );
    return role;
  }
}

function logicalIdOf(table: Construct): string {
  const { defaultChild } = table.node;
  if (!CfnResource.isCfnResource(defaultChild)) throw new Error('the table is not what it was');
  return String(Stack.of(table).resolve(defaultChild.logicalId));
}
