import { Stack } from 'aws-cdk-lib';
import { CfnDatabase, CfnTable } from 'aws-cdk-lib/aws-glue';
import { Construct } from 'constructs';
import {
  ANALYTICS_DATA_PREFIX,
  ANALYTICS_TABLE_NAMES,
  ANALYTICS_TABLES,
  type AnalyticsColumnType,
  type AnalyticsTable,
  DECIMAL_DIGITS,
  DECIMAL_SCALE,
  PARTITION_COLUMNS,
} from '../../reporting/analytics/tables.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import type { AnalyticsBucket } from './analytics-bucket.ts';

/** The first day that a question can be about: before Sluice was deployed anywhere. Each day in a question
 * that names none is a folder to look into, so it is no earlier than it has to be. */
const FIRST_DAY = '2025-01-01';

/** The columns' types as Glue writes them. */
const GLUE_TYPES: Readonly<Record<AnalyticsColumnType, string>> = {
  text: 'string',
  decimal: `decimal(${DECIMAL_DIGITS},${DECIMAL_SCALE})`,
  instant: 'timestamp',
  boolean: 'boolean',
  whole: 'int',
};

export interface AnalyticsCatalogProps {
  readonly configuration: StageConfiguration;
  readonly bucket: AnalyticsBucket;
}

/**
 * The tables as Athena knows them. The existing days follow from the calendar (partition projection): there is no
 * crawler that has to run, and no partition that an operator has to add.
 */
export class AnalyticsCatalog extends Construct {
  readonly databaseName: string;
  readonly arn: string;
  /** The resources that an analyst needs to read: the catalogue, the database and its tables. */
  readonly arns: readonly string[];

  constructor(scope: Construct, id: string, { configuration, bucket }: AnalyticsCatalogProps) {
    super(scope, id);
    const { account } = Stack.of(this);
    this.databaseName = `sluice_${configuration.stage}`;
    const database = new CfnDatabase(this, 'Database', {
      catalogId: account,
      databaseInput: {
        name: this.databaseName,
        description: `Snapshots, flows and decisions of Sluice (${configuration.stage})`,
      },
    });
    for (const table of ANALYTICS_TABLE_NAMES) {
      const made = this.#table(table, configuration.tenants, bucket);
      made.addResourceDependency(database);
    }
    const arn = (resource: string, resourceName?: string): string =>
      Stack.of(this).formatArn({
        service: 'glue',
        resource,
        ...(resourceName === undefined ? {} : { resourceName }),
      });
    this.arn = arn('catalog');
    this.arns = [
      this.arn,
      arn('database', this.databaseName),
      // All of them: a caller that lists the tables of a database must be allowed everything that the result may
      // hold.
      arn('table', `${this.databaseName}/*`),
    ];
  }

  #table(table: AnalyticsTable, tenants: readonly string[], bucket: AnalyticsBucket): CfnTable {
    const location = bucket.addressOf(`${ANALYTICS_DATA_PREFIX}/${table}`);
    const folders = PARTITION_COLUMNS.map((name) => `${name}=\${${name}}/`).join('');
    return new CfnTable(this, table, {
      catalogId: Stack.of(this).account,
      databaseName: this.databaseName,
      tableInput: {
        name: table,
        tableType: 'EXTERNAL_TABLE',
        partitionKeys: PARTITION_COLUMNS.map((name) => ({ name, type: 'string' })),
        parameters: {
          EXTERNAL: 'TRUE',
          classification: 'parquet',
          'projection.enabled': 'true',
          'projection.tenant.type': 'enum',
          'projection.tenant.values': tenants.join(','),
          'projection.day.type': 'date',
          'projection.day.format': 'yyyy-MM-dd',
          'projection.day.range': `${FIRST_DAY},NOW`,
          'projection.day.interval': '1',
          'projection.day.interval.unit': 'DAYS',
          'storage.location.template': `${location}${folders}`,
        },
        storageDescriptor: {
          columns: ANALYTICS_TABLES[table].map(({ name, type, description }) => ({
            name,
            type: GLUE_TYPES[type],
            comment: description,
          })),
          location,
          inputFormat: 'org.apache.hadoop.hive.ql.io.parquet.MapredParquetInputFormat',
          outputFormat: 'org.apache.hadoop.hive.ql.io.parquet.MapredParquetOutputFormat',
          serdeInfo: {
            serializationLibrary: 'org.apache.hadoop.hive.ql.io.parquet.serde.ParquetHiveSerDe',
          },
        },
      },
    });
  }
}
