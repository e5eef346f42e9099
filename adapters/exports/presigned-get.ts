import type { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';

/** A request as the SDK builds it, as far as an address is made of it. */
interface BuiltRequest {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number | undefined;
  readonly path: string;
  readonly query: Readonly<Record<string, string | readonly string[] | null>>;
}

interface Presigner {
  presign(
    request: object,
    options: { readonly expiresIn: number; readonly signableHeaders: Set<string> },
  ): Promise<BuiltRequest>;
}

/**
 * The address of a GET, signed by the client's own signer, endpoint and credentials, and good for so many
 * seconds. The request is built by the SDK up to where it would be signed, and never sent.
 */
export async function presignedGet(
  client: S3Client,
  command: GetObjectCommand,
  seconds: number,
): Promise<string> {
  let built: BuiltRequest | null = null;
  command.middlewareStack.add(
    () => async (args) => {
      built = args.request as BuiltRequest;
      return { output: { $metadata: {} }, response: {} };
    },
    { step: 'build', priority: 'low', name: 'onlyBuild' },
  );
  await client.send(command);
  const request = built as BuiltRequest | null;
  if (request === null) throw new Error('the request was not built');
  const signer: unknown = await client.config.signer();
  if (!isPresigner(signer)) throw new Error('the signer of this SDK cannot sign addresses');
  const { protocol, hostname, port } = request;
  const host = port === undefined ? hostname : `${hostname}:${port}`;
  // The SDK's headers about itself would become part of the address. S3 has no body's sum to look at here.
  const headers = { host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };
  const bare = { ...request, headers };
  const expiresIn = seconds;
  const signed = await signer.presign(bare, { expiresIn, signableHeaders: new Set(['host']) });
  const query = Object.entries(signed.query).map(
    ([name, value]) => `${encoded(name)}=${encoded(String(value ?? ''))}`,
  );
  return `${protocol}//${host}${signed.path}?${query.join('&')}`;
}

function isPresigner(signer: unknown): signer is Presigner {
  return typeof (signer as Partial<Presigner> | null)?.presign === 'function';
}

/** As signatures have it: everything but RFC 3986's unreserved characters. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
