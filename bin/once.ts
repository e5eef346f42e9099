import { runOnce } from '../local/command/once.ts';

await runOnce(process.argv.slice(2));
