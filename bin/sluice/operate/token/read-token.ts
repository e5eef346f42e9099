import { readFile } from 'node:fs/promises';
import { ServiceToken } from '../../../../adapters/secrets/service-token.ts';
import { sayTokenFault } from '../../../../treasury/facts/sentences/say/say-unanswered.ts';

/** The source of a token from a person or a script: a terminal, or a pipe. */
export interface TokenInput {
  readonly stdin: NodeJS.ReadableStream & {
    readonly isTTY?: boolean;
    readonly setRawMode?: (raw: boolean) => unknown;
  };
  /** Shows what is asked for, without a line end. */
  readonly ask: (question: string) => void;
}

type GivenToken =
  | { readonly ok: true; readonly token: ServiceToken }
  | { readonly ok: false; readonly reason: string };

/** More than the longest token with its line end: what goes on beyond is none. */
const MAX_INPUT_CHARACTERS = 16_384;

const ENTER = /[\r\n]/;
const INTERRUPT = '\u0003';
const END = '\u0004';
const ERASE = /^[\b\u007f]$/;

/**
 * The token from a file, from what is piped in, or typed where nothing of it is shown. Never from an
 * argument: those end up in histories and in the list of processes.
 */
export async function readToken(
  tokenFile: string | undefined,
  input: TokenInput,
): Promise<GivenToken> {
  if (tokenFile !== undefined) return await fromFile(tokenFile);
  const text = input.stdin.isTTY ? await typed(input) : await piped(input.stdin);
  if (text === null) return { ok: false, reason: 'no token was given' };
  return given(text, '');
}

function given(text: string, where: string): GivenToken {
  const parsed = ServiceToken.parse(text);
  if (parsed.ok) return parsed;
  return { ok: false, reason: `${where}${sayTokenFault(parsed.fault)}` };
}

async function fromFile(file: string): Promise<GivenToken> {
  try {
    return given(await readFile(file, 'utf8'), 'in the token file: ');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown';
    // Its name is not repeated: the user may have given the token in place of it.
    return { ok: false, reason: `the token file cannot be read: ${code}` };
  }
}

async function piped(stdin: TokenInput['stdin']): Promise<string> {
  let text = '';
  stdin.setEncoding('utf8');
  for await (const chunk of stdin) {
    text += String(chunk);
    if (text.length > MAX_INPUT_CHARACTERS) break;
  }
  return text;
}

/** One line, typed or pasted, of which the terminal shows nothing. Null if it was given up. */
async function typed({ stdin, ask }: TokenInput): Promise<string | null> {
  ask('The new token (it is not shown): ');
  stdin.setRawMode?.(true);
  stdin.setEncoding('utf8');
  stdin.resume();
  try {
    return await lineTyped(stdin);
  } finally {
    stdin.setRawMode?.(false);
    stdin.pause();
    ask('\n');
  }
}

function lineTyped(stdin: TokenInput['stdin']): Promise<string | null> {
  return new Promise((resolve) => {
    let text = '';
    const finish = (line: string | null) => {
      stdin.off('data', onData);
      stdin.off('end', onEnd);
      resolve(line);
    };
    const onEnd = () => finish(null);
    const onData = (chunk: unknown) => {
      for (const character of String(chunk)) {
        if (character === INTERRUPT || (character === END && text === '')) return finish(null);
        if (ENTER.test(character) || character === END) return finish(text);
        if (ERASE.test(character)) text = text.slice(0, -1);
        else if (text.length < MAX_INPUT_CHARACTERS) text += character;
      }
    };
    stdin.on('data', onData);
    stdin.on('end', onEnd);
  });
}
