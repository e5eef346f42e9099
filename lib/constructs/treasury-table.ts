import { Tags } from 'aws-cdk-lib';
import {
  type Attribute,
  AttributeType,
  BillingMode,
  type StreamViewType,
  Table,
  TableClass,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import { type IGrantable, PolicyDocument } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct, type IConstruct } from 'constructs';
import type { TableId } from '../access/partitions.ts';
import { itemsOf, tenantKeys, writeStatements } from '../access/role-statements.ts';
import { tablePolicy } from '../access/table-policy.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import { accepted } from './accepted-finding.ts';
import { allow, allowKeyThrough } from './allow.ts';
import { removalOfData } from './removal.ts';
import type { TreasuryFunction } from './treasury-function.ts';

const READ_ACTIONS = ['dynamodb:GetItem', 'dynamodb:Query'] as const;

/** Actions that are not about items, and so know no keys of theirs. */
const TABLE_ACTION = 'dynamodb:DescribeTable';

/** The actions that a function may be allowed on a table beside its writes. Nothing scans, nothing deletes. */
export type TableAction = (typeof READ_ACTIONS)[number] | typeof TABLE_ACTION;

/** A principal's permissions on a key to read, and beyond it to write, through DynamoDB. */
const KEY_READ_ACTIONS = ['kms:Decrypt', 'kms:DescribeKey'] as const;
const KEY_WRITE_ACTIONS = [
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
] as const;

const STREAM_ACTIONS = [
  'dynamodb:DescribeStream',
  'dynamodb:GetRecords',
  'dynamodb:GetShardIterator',
  'dynamodb:ListStreams',
] as const;

export interface TableGrants {
  /** Indexes that may be queried. */
  readonly indexes?: readonly string[];
  /** Only these partitions of each tenant are read; absent: all of a tenant. */
  readonly only?: readonly ((tenant: string) => string)[];
}

export interface TreasuryTableProps {
  readonly configuration: StageConfiguration;
  readonly key: IKey;
  /** The part of a change that is streamed; a table without one is only queried. */
  readonly stream?: StreamViewType;
  /** Attribute with the second after which an item may be removed by the table itself. */
  readonly expiry?: string;
  /** It keeps far more than it is asked for: storage at two fifths of the price, requests at five quarters. */
  readonly infrequentAccess?: boolean;
}

/**
 * One of the tables. In one region by intent: replicas accept writes each for itself and agree
 * later, and a lane that two regions can claim at once is no lane.
 */
export class TreasuryTable extends Construct {
  readonly table: Table;
  /** How often it was restored in its place, as text; null if it never was. */
  readonly restored: string | null;
  readonly #id: TableId;
  readonly #key: IKey;
  readonly #tenants: readonly string[];

  constructor(scope: Construct, id: TableId, props: TreasuryTableProps) {
    const { configuration, key, stream, expiry, infrequentAccess = false } = props;
    super(scope, id);
    this.#id = id;
    this.#key = key;
    this.#tenants = configuration.tenants;
    this.table = new Table(this, 'Table', {
      partitionKey: text('pk'),
      sortKey: text('sk'),
      billingMode: BillingMode.PAY_PER_REQUEST,
      ...(infrequentAccess ? { tableClass: TableClass.STANDARD_INFREQUENT_ACCESS } : {}),
      ...(stream === undefined ? {} : { stream }),
      ...(expiry === undefined ? {} : { timeToLiveAttribute: expiry }),
      resourcePolicy: ownPolicyOf(id, configuration, expiry !== undefined),
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: key,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: configuration.data === 'retain',
      removalPolicy: removalOfData(configuration),
    });
    const restored = configuration.restoredTables[id];
    this.restored = restored === undefined ? null : String(restored);
    tagRestored(this.table, this.restored);
    if (configuration.data === 'destroy') {
      accepted(
        this.table,
        'The stage is made to be thrown away: no copy of it is ever asked for.',
        ['NIST.800.53.R5-DynamoDBInBackupPlan'],
      );
    }
  }

  /** An index over whole items, newest first when read backwards. */
  addIndex(indexName: string, partitionKey: string, sortKey: string): void {
    this.table.addGlobalSecondaryIndex({
      indexName,
      partitionKey: text(partitionKey),
      sortKey: text(sortKey),
    });
  }

  /** Allows a function to read items of the stage's tenants and the indexes named, and to write what `WRITERS` says of it. */
  allow(
    grantee: TreasuryFunction,
    actions: readonly TableAction[],
    grants: TableGrants = {},
  ): void {
    const { indexes = [], only } = grants;
    const { tableArn } = this.table;
    const reads = READ_ACTIONS.filter((action) => actions.includes(action));
    const readable = itemsOf(
      only === undefined
        ? tenantKeys(this.#tenants)
        : {
            'ForAllValues:StringEquals': this.#tenants.flatMap((tenant) =>
              only.map((partitionOf) => partitionOf(tenant)),
            ),
          },
    );
    if (reads.length > 0) allow(grantee, reads, [tableArn], readable);
    if (indexes.length > 0) {
      const resources = indexes.map((index) => `${tableArn}/index/${index}`);
      allow(grantee, ['dynamodb:Query'], resources, readable);
    }
    const writes = writeStatements(this.#id, grantee.node.id, this.#tenants);
    for (const each of writes) allow(grantee, each.actions, [tableArn], each.conditions);
    if (actions.includes(TABLE_ACTION)) allow(grantee, [TABLE_ACTION], [tableArn]);
    const keyActions = writes.length > 0 ? KEY_WRITE_ACTIONS : [];
    allowKeyThrough('dynamodb', this.#key, grantee, [...KEY_READ_ACTIONS, ...keyActions]);
  }

  /** Allows reading the stream, for a function that is delivered from it. */
  allowStream(grantee: IGrantable): void {
    allow(grantee, STREAM_ACTIONS, [this.streamArn]);
    allowKeyThrough('dynamodb', this.#key, grantee, KEY_READ_ACTIONS);
  }

  get name(): string {
    return this.table.tableName;
  }

  get streamArn(): string {
    const { tableStreamArn } = this.table;
    if (tableStreamArn === undefined) throw new Error(`${this.node.path} has no stream`);
    return tableStreamArn;
  }
}

/**
 * A tag changes with each restore: CloudFormation reads a table again, and a mapping its stream, only where a property
 * changes, and the CDK deploys no template that is the same.
 */
export function tagRestored(of: IConstruct, restored: string | null): void {
  if (restored !== null) Tags.of(of).add('restored', restored);
}

/** Who may write, whatever else a principal is allowed. */
function ownPolicyOf(
  table: TableId,
  { stage, tenants }: StageConfiguration,
  expires: boolean,
): PolicyDocument {
  const statements = tablePolicy({ table, stage, tenants, expires });
  return PolicyDocument.fromJson({ Version: '2012-10-17', Statement: statements });
}

function text(name: string): Attribute {
  return { name, type: AttributeType.STRING };
}
