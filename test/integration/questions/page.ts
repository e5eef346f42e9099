import { NOW, type Question } from './questions.ts';

/** Of a long list the page shows so many. */
const SHOWN_OF_A_LIST = 3;
const SHOWN_CHARACTERS = 220;

const END = new Date(NOW).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

type Answered = Question & { readonly answer: unknown };

/** docs/questions.md: every question with its call and its answer, shortened where it is long. */
export function page(questions: readonly Answered[]): string {
  return `# Questions, and the call that answers each

Each answer is that of the 90 days of demo data that \`npm start\` begins with, made up to end on ${END}; a test calls every
one of them and compares. Long lists and texts are shortened, which "…" shows. On your own machine the days are others: the
demo data always ends with the start.

${questions.map((each, index) => section(each, index + 1)).join('\n')}`;
}

function section({ question, call, body, reading, shown, answer }: Answered, number: number) {
  const part = shown === undefined ? answer : shown(answer as never);
  const sent = body === undefined ? '' : `\n\`\`\`json\n${text(body)}\n\`\`\`\n`;
  return `## ${number}. ${question}

    ${call}
${sent}
${reading}

\`\`\`json
${text(shortened(part))}
\`\`\`
`;
}

function text(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string' && value.length > SHOWN_CHARACTERS) {
    return `${value.slice(0, SHOWN_CHARACTERS)}…`;
  }
  if (Array.isArray(value)) {
    const shown = value.slice(0, SHOWN_OF_A_LIST).map(shortened);
    return value.length > SHOWN_OF_A_LIST ? [...shown, `… ${value.length} in all`] : shown;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each)]));
}
