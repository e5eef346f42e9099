import { runStart } from '../local/command/start.ts';

await runStart(process.argv.slice(2));
