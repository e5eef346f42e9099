import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { StreamViewType } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import {
  BY_STATE_INDEX,
  BY_TIME_INDEX,
  DELIVERY_EXPIRY,
  SNAPSHOT_EXPIRY,
} from '../../adapters/store/keys.ts';
import { CursorKey } from '../constructs/cursor-key.ts';
import { deadLetterQueue } from '../constructs/dead-letter-queue.ts';
import { ObjectLog } from '../constructs/object-log.ts';
import { ReadingKey } from '../constructs/reading-key.ts';
import { SealKey } from '../constructs/seal-key.ts';
import { TableBackups } from '../constructs/table-backups.ts';
import { TokenSecrets } from '../constructs/token-secrets.ts';
import { TreasuryBus } from '../constructs/treasury-bus.ts';
import { treasuryKey } from '../constructs/treasury-key.ts';
import { TreasuryTable } from '../constructs/treasury-table.ts';
import { WebhookSecrets } from '../constructs/webhook-secrets.ts';
import { WriteTrail } from '../constructs/write-trail.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';

export interface DataStackProps extends StackProps {
  readonly configuration: StageConfiguration;
}

/** The parts that must outlive every deployment: the tables, the key and the places for the tokens. */
export class DataStack extends Stack {
  readonly key: IKey;
  readonly snapshots: TreasuryTable;
  readonly series: TreasuryTable;
  /** The events of the last 30 days. */
  readonly eventFeed: TreasuryTable;
  readonly ledger: TreasuryTable;
  readonly deliveries: TreasuryTable;
  readonly tokens: TokenSecrets;
  readonly events: TreasuryBus;
  /** What no function, schedule or bus could deliver; each message names what it was meant for. */
  readonly deadLetters: Queue;
  readonly cursorKey: CursorKey;
  readonly sealKey: SealKey;
  readonly readingKey: ReadingKey;
  readonly objectLog: ObjectLog;
  readonly webhookSecrets: WebhookSecrets;

  constructor(scope: Construct, id: string, { configuration, ...props }: DataStackProps) {
    super(scope, id, props);
    this.key = treasuryKey(this, 'Key', configuration);
    const { key } = this;
    this.snapshots = new TreasuryTable(this, 'Snapshots', {
      configuration,
      key,
      stream: StreamViewType.NEW_IMAGE,
      expiry: SNAPSHOT_EXPIRY,
      // Two thirds of all that is stored, for months; of it, ticks read the newest.
      infrequentAccess: true,
    });
    this.series = new TreasuryTable(this, 'Series', { configuration, key });
    this.eventFeed = new TreasuryTable(this, 'EventFeed', {
      configuration,
      key,
      stream: StreamViewType.NEW_IMAGE,
      expiry: SNAPSHOT_EXPIRY,
    });
    this.ledger = new TreasuryTable(this, 'Ledger', {
      configuration,
      key,
      stream: StreamViewType.NEW_AND_OLD_IMAGES,
    });
    this.ledger.addIndex(BY_STATE_INDEX, 'gsi1pk', 'gsi1sk');
    this.ledger.addIndex(BY_TIME_INDEX, 'gsi2pk', 'gsi2sk');
    this.deliveries = new TreasuryTable(this, 'Deliveries', {
      configuration,
      key,
      expiry: DELIVERY_EXPIRY,
    });
    this.deliveries.addIndex(BY_STATE_INDEX, 'gsi1pk', 'gsi1sk');
    this.webhookSecrets = new WebhookSecrets(key, configuration);
    this.objectLog = new ObjectLog(this, 'ObjectLog', { configuration });
    // A vault with copies in it is never deleted, and what is made to be thrown away needs none.
    if (configuration.data === 'retain') {
      new WriteTrail(this, 'Writes', { configuration, tables: [this.ledger, this.snapshots] });
      new TableBackups(this, 'Backups', {
        configuration,
        key,
        tables: [this.snapshots, this.series, this.eventFeed, this.ledger, this.deliveries],
        records: [this.series, this.ledger],
      });
    }
    this.tokens = new TokenSecrets(this, { configuration, key });
    this.cursorKey = new CursorKey(this, 'CursorKey', { configuration, key });
    this.sealKey = new SealKey(this, 'SealKey', { configuration });
    this.readingKey = new ReadingKey(this, 'ReadingKey', { configuration });
    this.deadLetters = deadLetterQueue(this, 'dead-letters', key);
    this.events = new TreasuryBus(this, 'Events', {
      configuration,
      key,
      deadLetters: this.deadLetters,
    });

    new CfnOutput(this, 'SnapshotsTable', { value: this.snapshots.name });
    new CfnOutput(this, 'SeriesTable', { value: this.series.name });
    new CfnOutput(this, 'EventFeedTable', { value: this.eventFeed.name });
    new CfnOutput(this, 'DeliveriesTable', { value: this.deliveries.name });
    new CfnOutput(this, 'LedgerTable', { value: this.ledger.name });
    new CfnOutput(this, 'SealKeyArn', { value: this.sealKey.arn });
    new CfnOutput(this, 'ReadingKeyArn', { value: this.readingKey.arn });
    for (const { node, secretName } of this.tokens.secrets.values()) {
      new CfnOutput(this, node.id.replace('Token', 'TokenSecret').replaceAll('-', ''), {
        value: secretName,
        description: 'Created empty: fill it with "npm run sluice -- token fill" (docs/token.md)',
      });
    }
  }
}
