import path from 'node:path';
import { createS3 } from '../../adapters/objects/bucket.ts';
import {
  deployConsoleEnvironment,
  readEnvironment,
} from '../../runtime/environment/environment.ts';
import { logger, observed } from '../../runtime/observability/middleware.ts';
import { answer } from './answer.ts';
import { type ContentRequest, contentProperties, contentRequest } from './content-request.ts';
import { writeContent } from './write-content.ts';

const environment = readEnvironment(deployConsoleEnvironment);
const bucket = { client: createS3(), name: environment.CONSOLE_BUCKET };

/** The build of the console lies beside the code. */
const BUILD = path.join(import.meta.dirname, 'console');

/**
 * CloudFormation, while it deploys a stage: writes the console's files and settings into its bucket. It is answered in any
 * case: without an answer it would wait for an hour.
 */
export const handler = observed(async (event: unknown) => {
  const request = contentRequest.parse(event);
  const failure = await write(request);
  if (failure !== null) logger.error('the console was not written', { failure });
  await answer(request, failure);
  return { written: failure === null };
});

/** Null, or why it failed. What is deleted is the bucket's: it goes as the stage says. */
async function write({ RequestType, ResourceProperties }: ContentRequest): Promise<string | null> {
  if (RequestType === 'Delete') return null;
  try {
    const properties = contentProperties.parse(ResourceProperties);
    const files = await writeContent(bucket, BUILD, properties);
    logger.info('the console is written', { files, address: environment.CONSOLE_ADDRESS });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
