import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import type { LocalKms } from './kms.ts';

/** The most that KMS takes as a message. */
const MAX_MESSAGE_BYTES = 4_096;

/** Bytes of JSON around a message and a MAC. */
const MAX_REQUEST_BYTES = 16 * 1_024;

const TARGET = /^TrentService\.(\w+)$/;

const bytes = z.base64().transform((text) => Buffer.from(text, 'base64'));
const message = bytes.refine(({ length }) => length > 0 && length <= MAX_MESSAGE_BYTES);
const generate = z.object({
  KeyId: z.string(),
  Message: message,
  MacAlgorithm: z.literal('HMAC_SHA_256'),
});
const verify = z.object({ ...generate.shape, Mac: bytes });
const context = z.record(z.string(), z.string()).default({});
const encrypt = z.object({ KeyId: z.string(), Plaintext: message, EncryptionContext: context });
const decrypt = z.object({ KeyId: z.string(), CiphertextBlob: bytes, EncryptionContext: context });

type Answer =
  | { readonly ok: true; readonly body: object }
  | { readonly ok: false; readonly type: string; readonly message: string };

/** True for a request to KMS. */
export function isKmsRequest(request: IncomingMessage): boolean {
  return TARGET.test(String(request.headers['x-amz-target']));
}

/** KMS's protocol (AWS JSON 1.1): GenerateMac, VerifyMac, Encrypt and Decrypt. */
export function serveKms(
  kms: LocalKms,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): void {
  const operation = TARGET.exec(String(request.headers['x-amz-target']))?.[1] ?? '';
  const answer = answerTo(kms, operation, parsed(body));
  response.setHeader('x-amzn-requestid', randomUUID());
  response.setHeader('content-type', 'application/x-amz-json-1.1');
  if (answer.ok) {
    response.writeHead(200).end(JSON.stringify(answer.body));
    return;
  }
  const { type, message: said } = answer;
  response.writeHead(400).end(JSON.stringify({ __type: type, message: said }));
}

function parsed(body: Buffer): unknown {
  if (body.length > MAX_REQUEST_BYTES) return undefined;
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

function answerTo(kms: LocalKms, operation: string, body: unknown): Answer {
  if (operation === 'GenerateMac') {
    const request = generate.safeParse(body);
    return request.success ? generated(kms, request.data) : notUnderstood();
  }
  if (operation === 'VerifyMac') {
    const request = verify.safeParse(body);
    return request.success ? verified(kms, request.data) : notUnderstood();
  }
  if (operation === 'Encrypt') {
    const request = encrypt.safeParse(body);
    return request.success ? encrypted(kms, request.data) : notUnderstood();
  }
  if (operation === 'Decrypt') {
    const request = decrypt.safeParse(body);
    return request.success ? decrypted(kms, request.data) : notUnderstood();
  }
  return refused('UnknownOperationException', `${operation} is not served locally`);
}

function generated(kms: LocalKms, request: z.output<typeof generate>): Answer {
  const { KeyId, Message, MacAlgorithm } = request;
  const mac = kms.mac(KeyId, Message);
  if (mac === null) return noKey();
  return { ok: true, body: { KeyId, MacAlgorithm, Mac: mac.toString('base64') } };
}

function verified(kms: LocalKms, request: z.output<typeof verify>): Answer {
  const { KeyId, Message, MacAlgorithm, Mac } = request;
  const valid = kms.isMac(KeyId, Message, Mac);
  if (valid === null) return noKey();
  if (!valid) return refused('KMSInvalidMacException', 'the MAC is not that of the message');
  return { ok: true, body: { KeyId, MacAlgorithm, MacValid: true } };
}

function encrypted(kms: LocalKms, request: z.output<typeof encrypt>): Answer {
  const { KeyId, Plaintext, EncryptionContext } = request;
  const blob = kms.encrypt(KeyId, Plaintext, canonical(EncryptionContext));
  if (blob === null) return noKey();
  return { ok: true, body: { KeyId, CiphertextBlob: blob.toString('base64') } };
}

function decrypted(kms: LocalKms, request: z.output<typeof decrypt>): Answer {
  const { KeyId, CiphertextBlob, EncryptionContext } = request;
  const text = kms.decrypt(KeyId, CiphertextBlob, canonical(EncryptionContext));
  if (text === null) return refused('InvalidCiphertextException', 'it does not decrypt');
  return { ok: true, body: { KeyId, Plaintext: text.toString('base64') } };
}

/** The order of the entries of a context does not matter. */
function canonical(entries: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function noKey(): Answer {
  return refused('NotFoundException', 'there is no such key');
}

function notUnderstood(): Answer {
  return refused('ValidationException', 'the request is not understood');
}

function refused(type: string, said: string): Answer {
  return { ok: false, type, message: said };
}
