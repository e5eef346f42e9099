import { createRequire } from 'node:module';
import { LocalStackError } from '../stack-error.ts';
import { ENGINE_VARIABLE } from './engine-variable.ts';

/**
 * The engine's program for this platform.
 * @throws LocalStackError where there is none, with the one command that helps.
 */
export function engineBinary(platform: string = process.platform, arch: string = process.arch) {
  const suffix = platform === 'win32' ? '.exe' : '';
  try {
    return createRequire(import.meta.url).resolve(
      `@dynoxide/${platform}-${arch}/dynoxide${suffix}`,
    );
  } catch (cause) {
    throw new LocalStackError(
      `there is no database engine for ${platform}-${arch} among the installed packages: start DynamoDB Local with ` +
        `"docker run --rm -p 8000:8000 amazon/dynamodb-local", then set ${ENGINE_VARIABLE}=http://127.0.0.1:8000 and start again`,
      { cause },
    );
  }
}
