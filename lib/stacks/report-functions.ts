import type { Construct } from 'constructs';
import { BY_STATE_INDEX, BY_TIME_INDEX } from '../../adapters/store/keys.ts';
import { VARIABLES } from '../../runtime/environment/names.ts';
import { allow } from '../constructs/allow.ts';
import { failuresTo } from '../constructs/dead-letter-queue.ts';
import type { ExportsBucket } from '../constructs/exports-bucket.ts';
import type { TreasuryFunction } from '../constructs/treasury-function.ts';
import {
  EXPORT_MAX_AGE,
  EXPORT_MEMORY_MB,
  EXPORT_RETRY_ATTEMPTS,
  EXPORT_TIMEOUT,
  READ_TIMEOUT,
} from '../limits.ts';
import type { StageConfiguration } from '../stages/stage-configuration.ts';
import { apiFunction } from './api-function.ts';
import { callerEnvironment } from './caller-environment.ts';
import type { DataStack } from './data-stack.ts';
import { statementEnvironment } from './statement-environment.ts';

/** The dependencies of the reporting functions. */
export interface ReportParts {
  readonly configuration: StageConfiguration;
  readonly data: DataStack;
  /** The place of files that are too large for a response. */
  readonly bucket: ExportsBucket;
}

/** Returns small reports itself, and has large ones written. */
export function queryReports(scope: Construct, parts: ReportParts): TreasuryFunction {
  const { configuration, data, bucket } = parts;
  const { snapshots, series, ledger, cursorKey, sealKey } = data;
  const writer = writeExport(scope, parts);
  const target = apiFunction(scope, 'query-reports', parts, {
    description: 'Answers what was held, what it was worth, where it went, and statements',
    timeout: READ_TIMEOUT,
    environment: {
      ...callerEnvironment(configuration),
      [VARIABLES.snapshotsTable]: snapshots.name,
      [VARIABLES.seriesTable]: series.name,
      [VARIABLES.ledgerTable]: ledger.name,
      ...statementEnvironment(configuration),
      ...sealKey.environment,
      [VARIABLES.cursorKeySecretArn]: cursorKey.arn,
      [VARIABLES.exportsBucket]: bucket.name,
      [VARIABLES.writeExportFunction]: writer.functionName,
    },
  });
  cursorKey.allowRead(target);
  // A manual rate that no deciding function wrote values nothing.
  sealKey.allowVerify(target);
  bucket.allow(target, ['s3:PutObject']);
  allow(target, ['lambda:InvokeFunction'], [writer.functionArn]);
  snapshots.allow(target, ['dynamodb:Query']);
  series.allow(target, ['dynamodb:GetItem', 'dynamodb:Query']);
  ledger.allow(target, ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:DescribeTable'], {
    indexes: [BY_STATE_INDEX, BY_TIME_INDEX],
  });
  return target;
}

/** Writes the files that are too large for a response. It moves no money: it may be tried again. */
function writeExport(scope: Construct, parts: ReportParts): TreasuryFunction {
  const { configuration, data, bucket } = parts;
  const { snapshots, series, ledger, sealKey } = data;
  const target = apiFunction(scope, 'write-export', parts, {
    description: 'Writes a report that is too large to be answered into the bucket of exports',
    timeout: EXPORT_TIMEOUT,
    memorySize: EXPORT_MEMORY_MB,
    environment: {
      ...statementEnvironment(configuration),
      ...sealKey.environment,
      [VARIABLES.ledgerTable]: ledger.name,
      [VARIABLES.snapshotsTable]: snapshots.name,
      [VARIABLES.seriesTable]: series.name,
      [VARIABLES.exportsBucket]: bucket.name,
    },
  });
  bucket.allow(target, ['s3:GetObject', 's3:PutObject', 's3:AbortMultipartUpload']);
  sealKey.allowVerify(target);
  snapshots.allow(target, ['dynamodb:Query']);
  series.allow(target, ['dynamodb:GetItem', 'dynamodb:Query']);
  ledger.allow(target, ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:DescribeTable'], {
    indexes: [BY_STATE_INDEX, BY_TIME_INDEX],
  });
  target.configureAsyncInvoke({
    retryAttempts: EXPORT_RETRY_ATTEMPTS,
    maxEventAge: EXPORT_MAX_AGE,
    onFailure: failuresTo(data.deadLetters),
  });
  return target;
}

export function readExport(scope: Construct, parts: ReportParts): TreasuryFunction {
  const { configuration, data, bucket } = parts;
  const { ledger } = data;
  const target = apiFunction(scope, 'read-export', parts, {
    description: 'Says how far an export is, and where to get it',
    timeout: READ_TIMEOUT,
    environment: {
      // Names the caller as the function does that puts exports on record: each lists its own.
      ...callerEnvironment(configuration),
      [VARIABLES.ledgerTable]: ledger.name,
      [VARIABLES.exportsBucket]: bucket.name,
    },
  });
  bucket.allow(target, ['s3:GetObject']);
  // It reads nothing there.
  ledger.allow(target, []);
  return target;
}
