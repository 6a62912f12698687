import { type ConformanceResult, runConformance } from '../../src/index.ts';
import { KEYS, type Mutant, shopDocument, startShop } from './shop.ts';

// Never reached: a run takes 12 s, and more on a machine that is busy.
const TIME_MS = 600_000;
// The shop delivers again after 60 ms, or two seconds if the receiver does not reply.
const CALLBACK_WAIT_MS = 4_000;

/** Runs the gate against the shop, or a mutant of it; on some operations only where `include` names them. */
export async function testShop(
  seed: number,
  mutant?: Mutant,
  include?: readonly string[],
): Promise<ConformanceResult> {
  const authorization = (key: string) => ({ authorization: `Bearer ${key}` });
  await using shop = await startShop(mutant);
  return await runConformance({
    document: await shopDocument(),
    server: shop.url,
    headers: authorization(KEYS.own),
    otherHeaders: authorization(KEYS.other),
    limited: [{ headers: authorization(KEYS.reader), scopes: [] }],
    callbacks: { waitMs: CALLBACK_WAIT_MS },
    responseTimeoutMs: 3_000,
    seed,
    ...(include ? { include } : {}),
    maxTimeMs: TIME_MS,
    workers: 8,
  });
}
