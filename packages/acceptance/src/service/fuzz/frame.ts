// Requests as bytes on the wire, well formed or not.
import type { Operation } from './contract-checker.ts';
import type { Packet } from './send-packet.ts';

/** Responses that a request may receive: those of an operation, also those outside of the contract, or also other pages. */
export type Scope = Operation | 'either' | 'anything';

/** A request, and what the check of its response needs. */
export interface HostileRequest extends Packet {
  /** The kind of attack, for the report. */
  readonly kind: string;
  readonly method: string;
  readonly scope: Scope;
}

/** The parts of a request; texts are written as Latin-1, each character a byte. */
export interface Frame {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: Buffer | undefined;
}

export const CREATE = '/v1/videos/generations';

/** Writes a frame, with a Content-Length unless its headers frame the body themselves. */
export function writeFrame(frame: Frame): Buffer {
  const { method, target, headers, body } = frame;
  const all = [
    ...(hasField(frame, 'host') ? [] : [['Host', 'keyframe'] as const]),
    ...headers,
    ...(body === undefined || isSelfFramed(frame) ? [] : [['Content-Length', String(body.length)] as const]),
    // Its end is the connection's.
    ['Connection', 'close'] as const,
  ];
  const head = [`${method} ${target} HTTP/1.1`, ...all.map(([name, value]) => `${name}: ${value}`), '', ''];
  return Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), body ?? Buffer.alloc(0)]);
}

/** Returns whether the headers of a frame specify the end of its body. */
export function isSelfFramed(frame: Frame): boolean {
  return hasField(frame, 'content-length') || hasField(frame, 'transfer-encoding');
}

function hasField({ headers }: Frame, name: string): boolean {
  return headers.some(([given]) => given.toLowerCase() === name);
}
