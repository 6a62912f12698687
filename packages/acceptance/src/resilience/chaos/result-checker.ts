// Fetches every video that a record promises: a worker that was killed must leave none half written.
import type { EndedOperation } from './ledger-checker.ts';

/** Lists completed operations whose links do not return a complete MP4; links are requested from `api` instead of their host. */
export async function checkResults(api: string, ended: readonly EndedOperation[]): Promise<string[]> {
  const findings: string[] = [];
  for (const { operation, record } of ended) {
    for (const link of record.data?.results ?? []) {
      const { pathname, search } = new URL(link);
      const response = await fetch(api + pathname + search);
      const bytes = Buffer.from(await response.arrayBuffer());
      if (response.status !== 200 || !isWholeMp4(bytes)) {
        findings.push(
          `${operation.idempotencyKey}: ${link} returned ${response.status} with ${bytes.length} bytes`,
        );
      }
    }
  }
  return findings;
}

/** Walks the boxes of ISO/IEC 14496-12: each names its length, and the last one ends where the file does. */
function isWholeMp4(bytes: Buffer): boolean {
  const kinds = new Set<string>();
  let at = 0;
  while (at + 8 <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    if (length < 8) return false;
    kinds.add(bytes.toString('latin1', at + 4, at + 8));
    at += length;
  }
  return at === bytes.length && ['ftyp', 'moov', 'mdat'].every((kind) => kinds.has(kind));
}
