/*
 * Holds the engine's process for the stack, in a process of its own: `node engine-guard.ts BINARY ARGS`.
 * The stack keeps the other end of this one's standard input. Whatever ends the stack, kill -9
 * included, closes it, and then the engine ends too. A terminal's Ctrl-C does not reach either, so
 * that the stack can finish its work first.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** How long the engine may take to close its file before it is ended the hard way. */
const PATIENCE_MS = 1_500;

const [binary = '', ...args] = process.argv.slice(2);
const engine = spawn(binary, args, { stdio: ['ignore', 'inherit', 'inherit'] });

engine.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
engine.on('exit', (code, signal) => {
  process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
});

process.stdin.resume();
process.stdin.on('error', end);
process.stdin.on('close', end);

function end(): void {
  engine.kill('SIGTERM');
  setTimeout(() => engine.kill('SIGKILL'), PATIENCE_MS).unref();
}
