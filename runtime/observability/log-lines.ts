import { LogFormatter, LogItem } from '@aws-lambda-powertools/logger';
import type { LogAttributes, UnformattedAttributes } from '@aws-lambda-powertools/logger/types';

/**
 * A line of the log. What its log group says already (name and ARN of the function, its memory) is left out: every byte of every
 * line is paid (docs/cost.md).
 */
export class LogLines extends LogFormatter {
  override formatAttributes(attributes: UnformattedAttributes, ours: LogAttributes): LogItem {
    const { logLevel: level, message, timestamp, serviceName: service, lambdaContext } = attributes;
    const { coldStart, awsRequestId } = lambdaContext ?? {};
    const item = new LogItem({
      attributes: {
        level,
        message,
        timestamp: this.formatTimestamp(timestamp),
        service,
        cold_start: coldStart,
        function_request_id: awsRequestId,
        xray_trace_id: attributes.xRayTraceId,
      },
    });
    return item.addAttributes(ours);
  }
}
