import {
  type Attribute,
  AttributeType,
  BillingMode,
  type StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import {
  AnyPrincipal,
  Effect,
  type IGrantable,
  PolicyDocument,
  PolicyStatement,
} from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { ledgerKeys } from '../../adapters/store/keys.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import { accepted } from './accepted-finding.ts';
import { allow, allowKeyThrough } from './allow.ts';
import { removalOfData } from './removal.ts';

const READ_ACTIONS = ['dynamodb:GetItem', 'dynamodb:Query'] as const;
const WRITE_ACTIONS = [
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:ConditionCheckItem',
] as const;

/** Actions that are not about items, and so know no keys of theirs. */
const TABLE_ACTION = 'dynamodb:DescribeTable';

/** The actions that a function may be allowed on a table. Nothing scans, nothing deletes. */
export type TableAction =
  | (typeof READ_ACTIONS)[number]
  | (typeof WRITE_ACTIONS)[number]
  | typeof TABLE_ACTION;

/** A principal's permissions on a key to read, and beyond it to write, through DynamoDB. */
const KEY_READ_ACTIONS = ['kms:Decrypt', 'kms:DescribeKey'] as const;
const KEY_WRITE_ACTIONS = [
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
] as const;

/** The partition keys of the items in a request. */
const LEADING_KEYS = 'dynamodb:LeadingKeys';

/**
 * Actions that would change or remove an item in place. A table of which items are only put denies them to every
 * role.
 */
const CHANGING_IN_PLACE = [
  'dynamodb:BatchWriteItem',
  'dynamodb:DeleteItem',
  'dynamodb:PartiQLDelete',
  'dynamodb:PartiQLInsert',
  'dynamodb:PartiQLUpdate',
] as const;

/** Actions that change an item in place, and are allowed to: in the partitions of UPDATED_PARTITIONS. */
const UPDATE_ACTION = 'dynamodb:UpdateItem';

/** Endings of the partitions whose items are counters and switches: an update of them reads nothing before. */
const UPDATED_PARTITIONS = ['*#HALT', '*#DENIALS'] as const;

const STREAM_ACTIONS = [
  'dynamodb:DescribeStream',
  'dynamodb:GetRecords',
  'dynamodb:GetShardIterator',
  'dynamodb:ListStreams',
] as const;

/**
 * Items that a role may touch only if it says so: links of the audit chain and its end, which are put; the kill
 * switch, which is put, and updated by functions that halt at once; the counts of denials, which are updated. A function that halts
 * only as a part of a commit, for a seal that does not hold, names the halt in commits and updates nothing. A role that names exports, the names of people or the roles of callers, and no action that writes, puts those and nothing else.
 */
export type SpecialItems =
  | 'audit'
  | 'halt'
  | 'halt-in-commits'
  | 'denials'
  | 'exports'
  | 'people'
  | 'callers';

export interface TableGrants {
  /** Indexes that may be queried. */
  readonly indexes?: readonly string[];
  readonly also?: readonly SpecialItems[];
  /** Only these partitions of each tenant are read; absent: all of a tenant. */
  readonly only?: readonly ((tenant: string) => string)[];
}

export interface TreasuryTableProps {
  readonly configuration: StageConfiguration;
  readonly key: IKey;
  /** The part of a change that is streamed; a table without one is only queried. */
  readonly stream?: StreamViewType;
  /** Its items are put, on condition, and no role may change one in place, except for switches. */
  readonly putOnly?: true;
  /** Attribute with the second after which an item may be removed by the table itself. */
  readonly expiry?: string;
}

/**
 * One of the tables. In one region by intent: replicas accept writes each for itself and agree
 * later, and a lane that two regions can claim at once is no lane.
 */
export class TreasuryTable extends Construct {
  readonly table: Table;
  readonly #key: IKey;
  readonly #tenants: readonly string[];

  constructor(scope: Construct, id: string, props: TreasuryTableProps) {
    const { configuration, key, stream, expiry, putOnly } = props;
    super(scope, id);
    this.#key = key;
    this.#tenants = configuration.tenants;
    this.table = new Table(this, 'Table', {
      partitionKey: text('pk'),
      sortKey: text('sk'),
      billingMode: BillingMode.PAY_PER_REQUEST,
      ...(stream === undefined ? {} : { stream }),
      ...(expiry === undefined ? {} : { timeToLiveAttribute: expiry }),
      ...(putOnly === undefined ? {} : { resourcePolicy: deniedInPlace() }),
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: key,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: configuration.data === 'retain',
      removalPolicy: removalOfData(configuration),
    });
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

  /**
   * Allows named actions on the items of the stage's tenants, and queries on the indexes named. The audit and the
   * kill switch are never among the written items unless `also` names them.
   *
   * All that a role puts and checks in a table is one statement: IAM may look at the partition keys of a whole
   * transaction at once, and of two statements with a kind of them each neither would hold.
   */
  allow(grantee: IGrantable, actions: readonly TableAction[], grants: TableGrants = {}): void {
    const { indexes = [], also = [], only } = grants;
    const { tableArn } = this.table;
    const reads = READ_ACTIONS.filter((action) => actions.includes(action));
    const readable =
      only === undefined
        ? { 'ForAllValues:StringLike': this.#tenants.map((tenant) => `${tenant}#*`) }
        : {
            'ForAllValues:StringEquals': this.#tenants.flatMap((tenant) =>
              only.map((partitionOf) => partitionOf(tenant)),
            ),
          };
    const allowItems = (names: readonly string[], resources: readonly string[]): void =>
      this.#allow(grantee, names, resources, readable);

    if (reads.length > 0) allowItems(reads, [tableArn]);
    if (indexes.length > 0) {
      const resources = indexes.map((index) => `${tableArn}/index/${index}`);
      allowItems(['dynamodb:Query'], resources);
    }
    const writes = this.#allowWrites(grantee, actions, also);
    if (also.includes('halt')) this.#allowUpdates(grantee, this.#haltPartitions());
    if (also.includes('denials')) this.#allowUpdates(grantee, this.#denialsPartitions());
    if (actions.includes(TABLE_ACTION)) allow(grantee, [TABLE_ACTION], [tableArn]);
    const keyActions = writes || also.length > 0 ? KEY_WRITE_ACTIONS : [];
    allowKeyThrough('dynamodb', this.#key, grantee, [...KEY_READ_ACTIONS, ...keyActions]);
  }

  /**
   * The items that are put and checked, in one statement; false if there are none. IAM cannot tell a put that adds
   * from one that replaces: the condition of the store's own write prevents the replacement of a link of the audit
   * chain, and the chain proves that none was replaced. No role may change or delete items of the audit.
   */
  #allowWrites(
    grantee: IGrantable,
    actions: readonly TableAction[],
    also: readonly SpecialItems[],
  ): boolean {
    const writes = WRITE_ACTIONS.filter((action) => actions.includes(action));
    const put = also.filter((items) => items !== 'denials');
    const special = {
      audit: this.#auditPartitions(),
      halt: this.#haltPartitions(),
      'halt-in-commits': this.#haltPartitions(),
      exports: this.#tenants.map((tenant) => ledgerKeys.exportPartition(tenant)),
      people: this.#tenants.map((tenant) => ledgerKeys.peoplePartition(tenant)),
      callers: this.#tenants.map((tenant) => ledgerKeys.callerPartition(tenant)),
    } as const;
    const { tableArn } = this.table;
    if (writes.length > 0) {
      const kept = (['audit', 'halt'] as const).filter(
        (items) => !put.includes(items) && !(items === 'halt' && put.includes('halt-in-commits')),
      );
      this.#allow(grantee, writes, [tableArn], {
        'ForAllValues:StringLike': this.#tenants.map((tenant) => `${tenant}#*`),
        'ForAllValues:StringNotEquals': [
          ...kept.flatMap((items) => special[items]),
          ...this.#denialsPartitions(),
        ],
      });
    } else if (put.length > 0) {
      this.#allow(grantee, ['dynamodb:PutItem'], [tableArn], {
        'ForAllValues:StringEquals': put.flatMap((items) => special[items]),
      });
    }
    return writes.length > 0;
  }

  /** Updates of items without a read before, each a request of its own and never a part of a transaction. */
  #allowUpdates(grantee: IGrantable, partitions: readonly string[]): void {
    this.#allow(grantee, [UPDATE_ACTION], [this.table.tableArn], {
      'ForAllValues:StringEquals': partitions,
    });
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

  #auditPartitions(): readonly string[] {
    return this.#tenants.flatMap((tenant) => [
      ledgerKeys.auditPartition(tenant),
      ledgerKeys.auditHead(tenant).pk,
    ]);
  }

  #denialsPartitions(): readonly string[] {
    return this.#tenants.map((tenant) => ledgerKeys.denialsPartition(tenant));
  }

  #haltPartitions(): readonly string[] {
    return this.#tenants.map((tenant) => ledgerKeys.halt(tenant).pk);
  }

  /** Actions on items, by what their partition key is. "All of none" would be true of a request without keys. */
  #allow(
    grantee: IGrantable,
    actions: readonly string[],
    resources: readonly string[],
    leadingKeys: Readonly<Record<string, readonly string[]>>,
  ): void {
    const conditions = Object.fromEntries(
      Object.entries(leadingKeys).map(([operator, keys]) => [operator, { [LEADING_KEYS]: keys }]),
    );
    allow(grantee, actions, resources, { ...conditions, Null: { [LEADING_KEYS]: 'false' } });
  }
}

/** The table's own policy: it holds for administrators as well, until one of them takes it off, which is visible. */
function deniedInPlace(): PolicyDocument {
  return new PolicyDocument({
    statements: [
      new PolicyStatement({
        sid: 'NobodyChangesInPlace',
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions: [...CHANGING_IN_PLACE],
        // The table itself: its name is not known yet when its policy is written.
        resources: ['*'],
      }),
      ...[
        { 'ForAnyValue:StringNotLike': { [LEADING_KEYS]: [...UPDATED_PARTITIONS] } },
        // "Any of none" is false: a request that shows no keys is denied by itself.
        { Null: { [LEADING_KEYS]: 'true' } },
      ].map(
        (conditions, index) =>
          new PolicyStatement({
            sid: index === 0 ? 'NobodyUpdatesOthers' : 'NobodyUpdatesWithoutKeys',
            effect: Effect.DENY,
            principals: [new AnyPrincipal()],
            actions: [UPDATE_ACTION],
            resources: ['*'],
            conditions,
          }),
      ),
    ],
  });
}

function text(name: string): Attribute {
  return { name, type: AttributeType.STRING };
}
