import { execFileSync } from 'node:child_process';

const KB_PER_MB = 1_024;

export interface MainProcess {
  readonly pid: number;
  /** Megabytes that it holds (its resident set), without the programs that it started. */
  readonly residentMb: number;
}

/**
 * The process that runs `script`, among those that `root` and its children started: npm and a shell stand between. Null
 * where there is none.
 */
export function mainProcess(root: number, script: string): MainProcess | null {
  const all = processes();
  const below = (parent: number): readonly Listed[] =>
    all.filter((each) => each.parent === parent).flatMap((each) => [each, ...below(each.pid)]);
  // The shell's own command has the script in it too, and stands above.
  const found = below(root).findLast(({ command }) => command.includes(` ${script}`));
  return found === undefined ? null : { pid: found.pid, residentMb: found.kb / KB_PER_MB };
}

interface Listed {
  readonly pid: number;
  readonly parent: number;
  readonly kb: number;
  readonly command: string;
}

function processes(): readonly Listed[] {
  const listed = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,rss=,args='], {
    encoding: 'utf8',
    maxBuffer: 16 * KB_PER_MB ** 2,
  });
  return listed.split('\n').flatMap((line) => {
    const [, pid, parent, kb, command = ''] = /^ *(\d+) +(\d+) +(\d+) (.*)$/.exec(line) ?? [];
    return pid === undefined
      ? []
      : [{ pid: Number(pid), parent: Number(parent), kb: Number(kb), command }];
  });
}
