import * as net from 'node:net';
import * as tls from 'node:tls';
import type { OpeningStep, Unanswered } from '../../treasury/outcomes/unanswered.ts';
import { quotedError } from './http-attempt.ts';

/** The address that requests go to. */
export interface ServiceAddress {
  readonly secure: boolean;
  /** Without the brackets of an IPv6 address. */
  readonly host: string;
  readonly port: number;
  /** Value of the Host header. */
  readonly authority: string;
  /** Path before /v1, without a slash at its end. */
  readonly pathPrefix: string;
}

type OpenedConnection =
  | { readonly ok: true; readonly socket: net.Socket }
  | { readonly ok: false; readonly code: ConnectFailureCode; readonly why: Unanswered };

/** Codes as the table of failures knows them. */
type ConnectFailureCode =
  | 'DNS_FAILURE'
  | 'CONNECT_FAILURE'
  | 'CONNECT_TIMEOUT'
  | 'TLS_FAILURE'
  | 'ABORTED';

const FAILURE_IN: Readonly<Record<OpeningStep, ConnectFailureCode>> = {
  'look-up': 'DNS_FAILURE',
  connect: 'CONNECT_FAILURE',
  handshake: 'TLS_FAILURE',
};
const TIMEOUT_IN: Readonly<Record<OpeningStep, ConnectFailureCode>> = {
  'look-up': 'DNS_FAILURE',
  connect: 'CONNECT_TIMEOUT',
  handshake: 'TLS_FAILURE',
};

/**
 * Opens a connection for one request alone, never used before or after: with a kept one, a service that closes it
 * while the request is on its way could not be told from one that acted on it.
 *
 * The connection stands, verified, before a request exists. So a failure in here has sent no byte of one, and the
 * caller can look at the clock at the last moment. A session is never resumed and nothing is sent early with the
 * handshake.
 */
export function openConnection(
  address: ServiceAddress,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<OpenedConnection> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve({ ok: false, code: 'ABORTED', why: { code: 'given-up', when: 'before-opening' } });
      return;
    }
    let step: OpeningStep = net.isIP(address.host) === 0 ? 'look-up' : 'connect';
    const socket = connect(address);
    const settle = (opened: OpenedConnection) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      if (!opened.ok) socket.destroy();
      resolve(opened);
    };
    const onAbort = () => {
      settle({ ok: false, code: 'ABORTED', why: { code: 'given-up', when: step } });
    };
    const timer = setTimeout(() => {
      const why = { code: 'not-open', afterMs: timeoutMs, step } as const;
      settle({ ok: false, code: TIMEOUT_IN[step], why });
    }, timeoutMs);
    signal?.addEventListener('abort', onAbort, { once: true });

    socket.on('lookup', (error: Error | null) => {
      if (error === null) step = 'connect';
    });
    socket.on('connect', () => {
      step = 'handshake';
      if (!address.secure) settle({ ok: true, socket });
    });
    socket.on('secureConnect', () => settle({ ok: true, socket }));
    // Stays for the life of the socket: an error without a listener would end the process.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      settle({ ok: false, code: codeOf(step, error), why: quotedError(error) });
    });
    socket.on('close', () => {
      settle({ ok: false, code: FAILURE_IN[step], why: { code: 'closed-in', step } });
    });
  });
}

function codeOf(step: OpeningStep, error: NodeJS.ErrnoException): ConnectFailureCode {
  return step === 'connect' && error.code === 'ETIMEDOUT' ? 'CONNECT_TIMEOUT' : FAILURE_IN[step];
}

function connect({ secure, host, port }: ServiceAddress): net.Socket {
  if (!secure) return net.connect({ host, port });
  return tls.connect({
    host,
    port,
    // Named even though it is the default: it also overrules the environment variable.
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    ALPNProtocols: ['http/1.1'],
    // Names are announced, addresses must not be (RFC 6066); either is verified in the certificate.
    ...(net.isIP(host) === 0 ? { servername: host } : {}),
  });
}
