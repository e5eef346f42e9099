import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Bucket, type ObjectHead, putObject } from '../../adapters/objects/bucket.ts';
import type { ConsoleConfiguration } from '../../runtime/console/console-configuration.ts';
import {
  CONFIGURATION_FILE,
  cachingOf,
  mediaTypeOf,
  PAGE,
  PAGE_POLICY_METADATA,
} from '../../runtime/console/console-files.ts';
import { pagePolicy } from '../../runtime/console/page-headers.ts';
import type { ContentProperties } from './content-request.ts';

/** Objects written at once: a build has some dozens of files. */
const WRITTEN_AT_ONCE = 8;

/**
 * Writes a build of the console, and the settings of the stage. What the page names is there before the page is; files of
 * earlier builds stay, for pages that are open.
 * @throws Error if the folder holds no build.
 */
export async function writeContent(
  bucket: Bucket,
  folder: string,
  properties: ContentProperties,
): Promise<number> {
  const names = filesIn(folder);
  if (!names.includes(PAGE)) throw new Error('the bundle holds no build of the console');
  await putAll(
    bucket,
    folder,
    names.filter((name) => name !== PAGE),
  );
  const configuration = `${JSON.stringify(configurationOf(properties), null, 2)}\n`;
  await putObject(bucket, CONFIGURATION_FILE, headOf(CONFIGURATION_FILE), configuration);
  const page = { ...headOf(PAGE), Metadata: { [PAGE_POLICY_METADATA]: policyOf(properties) } };
  await putObject(bucket, PAGE, page, readFileSync(path.join(folder, PAGE)));
  return names.length + 1;
}

function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

async function putAll(bucket: Bucket, folder: string, names: readonly string[]): Promise<void> {
  const waiting = [...names];
  const putNext = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      await putObject(bucket, name, headOf(name), readFileSync(path.join(folder, name)));
    }
  };
  await Promise.all(Array.from({ length: WRITTEN_AT_ONCE }, putNext));
}

function headOf(name: string): ObjectHead {
  return { ContentType: mediaTypeOf(name), CacheControl: cachingOf(name) };
}

function configurationOf({
  stage,
  apiUrl,
  issuer,
  clientId,
  scope,
}: ContentProperties): ConsoleConfiguration {
  return { stage, apiUrl, issuer, clientId, ...(scope === undefined ? {} : { scope }) };
}

function policyOf({ apiUrl, issuer, issuerOrigins }: ContentProperties): string {
  return pagePolicy([new URL(apiUrl).origin, new URL(issuer).origin, ...issuerOrigins]);
}
