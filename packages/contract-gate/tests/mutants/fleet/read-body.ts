// Reads the bodies of the fleet: JSON, merge patches and forms in parts.
import type { JsonObject, JsonValue } from '@keyframe/openapi-model';
import type { ShopRequest } from '../shop-http.ts';

const DEEPEST = 64;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Reads JSON; undefined if it is malformed. */
export function readJsonBytes(bytes: Buffer): { value: JsonValue } | undefined {
  try {
    const text = decoder.decode(bytes);
    const value: JsonValue = JSON.parse(text, rejectPrototypes);
    return measureDepth(value) > DEEPEST ? undefined : { value };
  } catch {
    return undefined;
  }
}

function rejectPrototypes(name: string, value: unknown): unknown {
  if (name === '__proto__') throw new SyntaxError('A prototype is no member.');
  return value;
}

function measureDepth(value: JsonValue): number {
  let depth = 0;
  for (let level: JsonValue[] = [value]; level.length > 0 && depth <= DEEPEST; depth += 1)
    level = level.flatMap((one) =>
      typeof one === 'object' && one !== null ? (Object.values(one) as JsonValue[]) : [],
    );
  return depth;
}

/** Reads the parts of a form by their names; undefined if the body is not a form. */
export function readParts({ headers, bytes }: ShopRequest): JsonObject | undefined {
  const [, boundary] = /;\s*boundary="?([^";]+)"?/i.exec(headers['content-type'] ?? '') ?? [];
  if (boundary === undefined) return undefined;
  const [first, ...parts] = bytes.toString('latin1').split(`--${boundary}`);
  if (first !== '' || parts.pop()?.startsWith('--') !== true) return undefined;
  const found: JsonObject = {};
  for (const part of parts) {
    const [head = '', ...rest] = part.split('\r\n\r\n');
    const name = /content-disposition:\s*form-data;.*?\bname="([^"]*)"/i.exec(head)?.[1];
    const text = rest.join('\r\n\r\n');
    if (name === undefined || Object.hasOwn(found, name) || !text.endsWith('\r\n')) return undefined;
    found[name] = Buffer.from(text.slice(0, -2), 'latin1').toString();
  }
  return found;
}
