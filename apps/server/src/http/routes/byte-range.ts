import type { ByteRange } from '../../results/result-store.ts';

const ONE_RANGE = /^bytes=(\d*)-(\d*)$/i;

/**
 * Reads a Range header against a file's size (RFC 9110, section 14): the bytes asked for, or what else is to be done.
 * Several ranges, and what is no range of bytes, are ignored, as the RFC allows.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, from = '', to = ''] = ONE_RANGE.exec(header ?? '') ?? [];
  if (from === '' && to === '') return 'whole';
  const isSuffix = from === '';
  const first = isSuffix ? Math.max(size - Number(to), 0) : Number(from);
  const last = isSuffix || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (!isSuffix && to !== '' && Number(to) < Number(from)) return 'whole';
  return first <= last ? { first, last } : 'unsatisfiable';
}
