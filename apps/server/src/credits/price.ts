/**
 * What a task costs (RES-25, OPEN-2). Factors are whole percents, so the product is exact and rounding up
 * happens once, at the end.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const rate = z.int().min(1).max(1_000_000);
const percent = z.int().min(1).max(10_000);

/** The longest video of the contract (RES-11). */
const LONGEST_SECONDS = 15;
/** The largest amount that the ledger's integer columns hold. */
const MAX_CREDITS = 2 ** 31 - 1;

const factors = z.strictObject({
  creditsPerSecond: z.strictObject({ '480p': rate, '720p': rate, '1080p': rate, '4k': rate }),
  modelPercent: z.strictObject({
    'video-2-0': percent,
    'video-2-0-fast': percent,
    'video-2-0-mini': percent,
  }),
  videoReferencePercent: percent.min(100),
});

export type PriceTable = Readonly<z.infer<typeof factors>>;

const priceTableSchema = factors.refine(
  (table) => highestPrice(table) <= MAX_CREDITS,
  `The dearest task costs more than ${MAX_CREDITS} credits.`,
);

/** Reads and checks the price table; a table with a hole or a wrong figure stops the start. */
export function readPriceTable(file: URL = new URL('./price-table.json', import.meta.url)): PriceTable {
  return priceTableSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

export interface PricedTask {
  readonly model: keyof PriceTable['modelPercent'];
  readonly resolution: keyof PriceTable['creditsPerSecond'];
  readonly durationSeconds: number;
  readonly hasVideoReferences: boolean;
}

/** Prices a task in whole credits, rounded up. */
export function priceTask(table: PriceTable, task: PricedTask): number {
  const surcharge = task.hasVideoReferences ? table.videoReferencePercent : 100;
  const base = table.creditsPerSecond[task.resolution] * task.durationSeconds;
  return credits(base, table.modelPercent[task.model], surcharge);
}

function highestPrice({ creditsPerSecond, modelPercent, videoReferencePercent }: PriceTable): number {
  const base = Math.max(...Object.values(creditsPerSecond)) * LONGEST_SECONDS;
  return credits(base, Math.max(...Object.values(modelPercent)), videoReferencePercent);
}

function credits(base: number, modelPercent: number, surchargePercent: number): number {
  return Math.ceil((base * modelPercent * surchargePercent) / 10_000);
}
