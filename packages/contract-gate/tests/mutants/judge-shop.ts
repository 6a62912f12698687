import { type ConformanceResult, runConformance } from '../../src/index.ts';
import { KEYS, type Mutant, shopDocument, startShop } from './shop.ts';

const TIME_MS = 60_000;
// Deliveries of the shop come at once, and again after 60 ms.
const CALLBACK_WAIT_MS = 1_500;

/** Runs the gate against the shop, or a mutant of it. */
export async function judgeShop(seed: number, mutant?: Mutant): Promise<ConformanceResult> {
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
    maxTimeMs: TIME_MS,
    workers: 8,
  });
}
