import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { StreamViewType } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { BY_STATE_INDEX, BY_TIME_INDEX, SNAPSHOT_EXPIRY } from '../../adapters/store/keys.ts';
import { CursorKey } from '../constructs/cursor-key.ts';
import { removalOfData } from '../constructs/removal.ts';
import { TokenSecret } from '../constructs/token-secret.ts';
import { TreasuryBus } from '../constructs/treasury-bus.ts';
import { logGroupPatterns } from '../constructs/treasury-log-group.ts';
import { TreasuryTable } from '../constructs/treasury-table.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';

export interface DataStackProps extends StackProps {
  readonly configuration: StageConfiguration;
}

/** What must outlive every deployment: the tables, the key and the place for the token. */
export class DataStack extends Stack {
  readonly key: Key;
  readonly snapshots: TreasuryTable;
  readonly series: TreasuryTable;
  readonly ledger: TreasuryTable;
  readonly token: TokenSecret;
  readonly events: TreasuryBus;
  readonly cursorKey: CursorKey;

  constructor(scope: Construct, id: string, { configuration, ...props }: DataStackProps) {
    super(scope, id, props);
    this.key = this.#encryptionKey(configuration);
    const { key } = this;
    this.snapshots = new TreasuryTable(this, 'Snapshots', {
      configuration,
      key,
      stream: StreamViewType.NEW_IMAGE,
      expiry: SNAPSHOT_EXPIRY,
    });
    this.series = new TreasuryTable(this, 'Series', { configuration, key });
    this.ledger = new TreasuryTable(this, 'Ledger', {
      configuration,
      key,
      stream: StreamViewType.NEW_AND_OLD_IMAGES,
    });
    this.ledger.addIndex(BY_STATE_INDEX, 'gsi1pk', 'gsi1sk');
    this.ledger.addIndex(BY_TIME_INDEX, 'gsi2pk', 'gsi2sk');
    const [client] = configuration.clients;
    this.token = new TokenSecret(this, 'Token', { configuration, client, key });
    this.cursorKey = new CursorKey(this, 'CursorKey', { configuration, key });
    this.events = new TreasuryBus(this, 'Events', { configuration, key });

    new CfnOutput(this, 'SnapshotsTable', { value: this.snapshots.name });
    new CfnOutput(this, 'SeriesTable', { value: this.series.name });
    new CfnOutput(this, 'LedgerTable', { value: this.ledger.name });
    new CfnOutput(this, 'TokenSecret', {
      value: this.token.secretName,
      description: 'Created empty: fill it with aws secretsmanager put-secret-value',
    });
  }

  /**
   * One key for all that is at rest. Functions are given their use of it in their own roles, each
   * through one service; its policy names only the account and the log service, so that no stack
   * that is deployed later is mentioned here.
   */
  #encryptionKey(configuration: StageConfiguration): Key {
    const { stage } = configuration;
    const key = new Key(this, 'Key', {
      alias: `sluice/${stage}`,
      description: `Encrypts the tables, the token and the logs of Sluice (${stage})`,
      enableKeyRotation: true,
      pendingWindow: Duration.days(30),
      removalPolicy: removalOfData(configuration),
    });
    const groups = logGroupPatterns(stage).map(
      (pattern) => `arn:${this.partition}:logs:${this.region}:${this.account}:log-group:${pattern}`,
    );
    key.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal(`logs.${this.region}.amazonaws.com`)],
        actions: [
          'kms:Decrypt',
          'kms:DescribeKey',
          'kms:Encrypt',
          'kms:GenerateDataKey',
          'kms:GenerateDataKeyWithoutPlaintext',
          'kms:ReEncryptFrom',
          'kms:ReEncryptTo',
        ],
        resources: ['*'],
        conditions: { ArnLike: { 'kms:EncryptionContext:aws:logs:arn': groups } },
      }),
    );
    return key;
  }
}
