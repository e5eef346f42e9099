/** Of a file that arrives: how much of it is here. */
export type Progress = (bytes: number, whole: number | null) => void;

export interface ReceivedFile {
  readonly fileName: string;
  readonly content: Blob;
}

/** The file of a response, read piece by piece. */
export async function receiveFile(
  response: Response,
  fallbackName: string,
  onProgress: Progress,
): Promise<ReceivedFile> {
  const stated = Number.parseInt(response.headers.get('content-length') ?? '', 10);
  const whole = Number.isNaN(stated) ? null : stated;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const piece = await reader?.read();
    if (piece === undefined || piece.done) break;
    parts.push(piece.value);
    bytes += piece.value.byteLength;
    onProgress(bytes, whole);
  }
  const type = response.headers.get('content-type') ?? 'application/octet-stream';
  return {
    fileName: fileNameOf(response.headers.get('content-disposition')) ?? fallbackName,
    content: new Blob(parts, { type }),
  };
}

/** Characters of the names that the API gives: anything else is no name of its files. */
const FILE_NAME = /filename="?([A-Za-z0-9][A-Za-z0-9._-]{0,150})"?/;

export function fileNameOf(disposition: string | null): string | null {
  return FILE_NAME.exec(disposition ?? '')?.[1] ?? null;
}

/** Milliseconds for the browser to begin with a file before its address is taken back. */
const TAKEN_MS = 60_000;

/** Hands a file to the browser, which keeps it where the person keeps downloads. */
export function saveFile({ fileName, content }: ReceivedFile): void {
  const address = URL.createObjectURL(content);
  follow(address, fileName);
  setTimeout(() => URL.revokeObjectURL(address), TAKEN_MS);
}

/** Fetches from an address that answers with an attachment: the page stays where it is. */
export function follow(address: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.rel = 'noreferrer';
  link.click();
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
