import { terminal } from './terminal.ts';

/** Milliseconds between two looks at the clock: the seconds on a terminal go on while work does. */
const REFRESH_MS = 250;

/** What takes time at a start, in its order. */
export type StartStep = 'synthesis' | 'engine' | 'functions' | 'history' | 'round';

const DESCRIPTIONS: Readonly<Record<StartStep, string>> = {
  synthesis: 'templates and functions',
  engine: 'the database engine and its tables',
  functions: 'functions, streams and schedules',
  round: 'a snapshot, the rules, the withdrawals',
  history: '90 days of demo data, once',
};

/** Shows how far a start is: in one line of a terminal, or in a line for each step. */
export class Progress {
  readonly #begun = performance.now();
  readonly #isShown: boolean;
  #text = '';
  #timer: NodeJS.Timeout | null = null;

  constructor(isShown: boolean) {
    this.#isShown = isShown;
  }

  /** Another step, or more about the one that goes on. */
  step(step: StartStep, detail = ''): void {
    if (!this.#isShown) return;
    const text = `starting: ${DESCRIPTIONS[step]}`;
    if (!terminal.isInteractive) {
      // A file need not hold every function that was bundled.
      if (text !== this.#text) terminal.say(text);
      this.#text = text;
      return;
    }
    this.#text = detail === '' ? text : `${text}, ${detail}`;
    this.#timer ??= setInterval(() => this.#show(), REFRESH_MS).unref();
    this.#show();
  }

  /** Takes the line away. Returns how long it took, in seconds. */
  end(): string {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    if (this.#isShown && terminal.isInteractive) terminal.showProgress(null);
    return this.#seconds(1);
  }

  #show(): void {
    terminal.showProgress(`${this.#text} (${this.#seconds(0)} s)`);
  }

  #seconds(digits: number): string {
    return ((performance.now() - this.#begun) / 1_000).toFixed(digits);
  }
}
