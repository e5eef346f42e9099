import { enableCompileCache } from 'node:module';
import path from 'node:path';

// Some five hundred modules: their compiled code is kept beside the assembly, for the next start.
enableCompileCache(path.resolve(import.meta.dirname, '../.sluice/compile-cache'));
const { runStart } = await import('../local/command/start.ts');

await runStart(process.argv.slice(2));
