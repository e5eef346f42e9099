import { globSync, readFileSync } from 'node:fs';

/** Every file of code: the rooms that tsconfig.json names, and the console, which is checked by a configuration of its own. */
export function codeFiles(): readonly string[] {
  const { include } = JSON.parse(readFileSync('tsconfig.json', 'utf8')) as { include: string[] };
  const rooms = [...include.filter((room) => !room.includes('*')), 'console'];
  return [...globSync('*.ts'), ...rooms.flatMap((room) => globSync(`${room}/**/*.{ts,tsx}`))];
}
