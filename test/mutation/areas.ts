/** A part of the domain whose mutants are tried together, against the tests that are about it. */
export interface Area {
  readonly title: string;
  /** Globs of what is mutated. */
  readonly mutate: readonly string[];
  /** Globs of the tests, the likeliest to catch a mutant first: the first failure ends a trial. */
  readonly tests: readonly string[];
  /** True where a mutant that survives has to be on the list of those that change nothing. */
  readonly strict: boolean;
}

const REDUCERS = 'treasury/instructions/{advance,lane-transitions,lane}.ts';

/** What the client of the service makes of an answer, before the domain judges it. */
const CLIENT_READS = [
  'adapters/http-client/{classify-attempt,http-attempt}.ts',
  'adapters/trading-service/{answer-settings,classify-trade,classify-withdrawal,decode-withdrawals,executed-trade,answer-fields,own-state,state-terms,stated-failure,statuses,trade-fields}.ts',
] as const;

/** What decides about a sweep: the rules, and what they count and reckon with in the rooms below them. */
const DECIDING = [
  'treasury/{rules,decisions,facts,schedules}/**/*.ts',
  'treasury/counters/**/*.ts',
  'treasury/instructions/{approval-room,backoff,budget}.ts',
  'treasury/policy/{allocate,registered-account,smallest-sweep,wording}.ts',
] as const;

export const AREAS = {
  money: {
    title: 'money',
    mutate: ['treasury/money/**/*.ts'],
    tests: ['test/unit/money/**/*.test.ts', 'test/property/money.test.ts'],
    strict: true,
  },
  outcomes: {
    title: 'classifier',
    mutate: ['treasury/outcomes/**/*.ts', ...CLIENT_READS],
    tests: [
      'test/unit/trading-service/{classify-*,confirmed-trades,own-state,stated-failure}.test.ts',
      'test/unit/outcomes/**/*.test.ts',
      'test/property/outcomes.test.ts',
    ],
    strict: true,
  },
  instructions: {
    title: 'reducers',
    mutate: [REDUCERS],
    tests: ['test/unit/instructions/**/*.test.ts', 'test/property/instructions.test.ts'],
    strict: true,
  },
  rules: {
    title: 'evaluate',
    mutate: DECIDING,
    tests: [
      'test/unit/{rules,facts,schedules}/**/*.test.ts',
      'test/unit/{counters,sending}/**/*.test.ts',
      'test/unit/instructions/{approval-room,budget}.test.ts',
      'test/property/counters.test.ts',
      'test/property/schedule.test.ts',
      'test/property/evaluate.test.ts',
    ],
    strict: true,
  },
  rest: {
    title: 'the rest',
    mutate: [
      'treasury/**/*.ts',
      '!treasury/{money,outcomes}/**',
      `!${REDUCERS}`,
      ...DECIDING.map((glob) => `!${glob}`),
    ],
    tests: [
      'test/unit/{approvals,audit,booking,changes,evidence,instructions,lanes,console-feed,policy,preview,report,retries,settlement,snapshots,trades,valuation,watchdog,withdrawals}/**/*.test.ts',
      'test/property/{changes,evidence,instructions,preview,rolling-notional,valuation}.test.ts',
    ],
    strict: false,
  },
} as const satisfies Record<string, Area>;

export type AreaName = keyof typeof AREAS;
export const AREA_NAMES = Object.keys(AREAS) as readonly AreaName[];

/** How a run of Stryker is told its area: its workers read the same configuration files. */
export const AREA_VARIABLE = 'MUTATION_AREA';

/** Where the mutants of an area are reported, as JSON. */
export function reportOf(area: AreaName): string {
  return `reports/mutation/${area}.json`;
}

/** The area of this process, as the environment says; the smallest where it says nothing. */
export function areaOfThisRun(): AreaName {
  const named = process.env[AREA_VARIABLE] ?? 'money';
  const area = AREA_NAMES.find((each) => each === named);
  if (area === undefined) {
    throw new RangeError(`${AREA_VARIABLE} is none of ${AREA_NAMES.join(', ')}: ${named}`);
  }
  return area;
}
