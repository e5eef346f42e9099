import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Just enough DER to write one certificate, so that no key lies in the project and none expires. */
function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const size = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const oid = (...bytes: readonly number[]) => der(0x06, Buffer.from(bytes));
const octets = (content: Uint8Array) => der(0x04, content);
const bits = (content: Uint8Array) => der(0x03, Buffer.from([0]), content);
const utcTime = (ms: number) => {
  const text = new Date(ms).toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return der(0x17, Buffer.from(text.slice(2)));
};

const ECDSA_WITH_SHA256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const DAY_MS = 86_400_000;

/** A self-signed certificate for localhost and 127.0.0.1, or for the name given. PEM. */
export function selfSignedCertificate(name?: string): {
  readonly key: string;
  readonly cert: string;
} {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicKeyInfo = publicKey.export({ type: 'spki', format: 'der' });
  const keyId = createHash('sha1').update(publicKeyInfo).digest();
  const subject = sequence(
    der(0x31, sequence(oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from('Sluice test')))),
  );
  const dnsName = (text: string) => der(0x82, Buffer.from(text));
  const names =
    name === undefined
      ? sequence(dnsName('localhost'), der(0x87, Buffer.from([127, 0, 0, 1])))
      : sequence(dnsName(name));
  const authority = sequence(der(0x01, Buffer.from([0xff])));
  const extensions = sequence(
    sequence(oid(0x55, 0x1d, 0x11), octets(names)),
    sequence(oid(0x55, 0x1d, 0x13), octets(authority)),
    sequence(oid(0x55, 0x1d, 0x0e), octets(octets(keyId))),
  );
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    subject,
    sequence(utcTime(Date.now() - DAY_MS), utcTime(Date.now() + DAY_MS)),
    subject,
    publicKeyInfo,
    der(0xa3, extensions),
  );
  const signature = sign('sha256', toBeSigned, privateKey);
  const certificate = sequence(toBeSigned, ECDSA_WITH_SHA256, bits(signature));
  const lines = certificate.toString('base64').replaceAll(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}
