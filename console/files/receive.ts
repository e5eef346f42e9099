import { fileNameOf } from './file-names.ts';

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
