import { enableCompileCache } from 'node:module';
import path from 'node:path';

// The compiled modules are kept beside the assembly, for the next time.
enableCompileCache(path.resolve(import.meta.dirname, '../.sluice/compile-cache'));
const { runOnce } = await import('../local/command/once.ts');

await runOnce(process.argv.slice(2));
