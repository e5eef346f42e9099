/** Characters of the names that the API gives: anything else is no name of its files. */
const FILE_NAME = /filename="?([A-Za-z0-9][A-Za-z0-9._-]{0,150})"?/;

export function fileNameOf(disposition: string | null): string | null {
  return FILE_NAME.exec(disposition ?? '')?.[1] ?? null;
}

const UNITS = ['B', 'kB', 'MB', 'GB'] as const;

/** A size as people say it: no amount of money. */
export function formatBytes(bytes: number, locale?: string): string {
  let [size, unit] = [bytes, 0];
  while (size >= 1_000 && unit < UNITS.length - 1) {
    size /= 1_000;
    unit += 1;
  }
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: unit === 0 ? 0 : 1 });
  return `${number.format(size)} ${UNITS[unit]}`;
}
