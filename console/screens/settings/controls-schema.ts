/** As much of JSON Schema as the schema of the controls uses. */
export interface ControlsSchema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, ControlsSchema>>;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
}

/** The schema of a field, by its path: "trades.per24Hours.total". */
export function schemaAt(schema: ControlsSchema | undefined, path: string): ControlsSchema {
  return (
    path
      .split('.')
      .reduce<ControlsSchema | undefined>((inner, name) => inner?.properties?.[name], schema) ?? {}
  );
}

/** The contract's sentence, without how amounts are written: the form shows that itself. */
export function helpOf({ description = '' }: ControlsSchema): string {
  return description
    .replace(/[:,]? ?decimal text(?: in units of the (?:reporting )?currency)?/gi, '')
    .replace(/ ?Absent: (?:\{.*\}|\[.*\]|".*")\.?$/, '')
    .replace(/Absent: /, 'Empty: ')
    .replace(/^Seconds that /, 'How long ')
    .replace(/^Seconds (?=within|between)/, 'Time ')
    .replaceAll(/`(\w+)`/g, '“$1”')
    .trim();
}
