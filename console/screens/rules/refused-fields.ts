import { SluiceProblem } from '@sluice/client';

/** What the API said of single fields, by the form's paths: "/rules/0/keep" and "/keep" are both "keep". */
export function refusedFields(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof SluiceProblem)) return {};
  return Object.fromEntries(
    error.fields.map(({ field, pointer, accepted }) => [
      pathOf(pointer ?? field),
      `Accepted: ${accepted}.`,
    ]),
  );
}

function pathOf(place: string): string {
  return place
    .replace(/^\/?rules[/.[]0\]?[/.]?/, '')
    .replace(/^\//, '')
    .replaceAll('/', '.');
}
