import type { IncomingMessage } from 'node:http';
import { type Answer, problem } from '../service/answer.ts';

const LOOPBACK_PEER = /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/;
const LOOPBACK_HOST = /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])(?::\d+)?$/i;

/**
 * The control endpoints need no token, so only this machine may use them and no web page: the peer is checked, the
 * Host too (a name that was re-bound to 127.0.0.1 would pass as a peer), and a request with an Origin came from a
 * browser.
 */
export function refuseStrangers(request: IncomingMessage): Answer | null {
  if (!LOOPBACK_PEER.test(request.socket.remoteAddress ?? '')) {
    return problem('not-loopback', 'the peer is another machine');
  }
  if (!LOOPBACK_HOST.test(request.headers.host ?? '')) {
    return problem('not-loopback', 'use 127.0.0.1 or localhost in the address');
  }
  if (request.headers.origin !== undefined) {
    return problem('browser-refused', 'the request carries an Origin');
  }
  return null;
}
