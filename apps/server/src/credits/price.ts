/**
 * Computes the cost of a task (RES-25, OPEN-2). Factors are whole percents, so the product is exact and rounding up
 * happens once, at the end.
 */
import { readFileSync } from 'node:fs';
import type { components } from '@keyframe/contract';
import document from '@keyframe/contract/openapi.json' with { type: 'json' };
import { z } from 'zod';

const { Model, GenerationSettings } = document.components.schemas;

const rate = z.int().min(1).max(1_000_000);
const percent = z.int().min(1).max(10_000);

/** The longest video of the contract (RES-11). */
const LONGEST_SECONDS = GenerationSettings.properties.duration.maximum;
/** The largest amount that the ledger's integer columns hold. */
const MAX_CREDITS = 2 ** 31 - 1;

type Schemas = components['schemas'];
type Model = Schemas['Model'];
type Resolution = Required<Schemas['GenerationSettings']>['resolution'];

/** Rates in credits a second and percentages, one for each model and resolution of the contract. */
export interface PriceTable {
  readonly creditsPerSecond: Readonly<Record<Resolution, number>>;
  readonly modelPercent: Readonly<Record<Model, number>>;
  readonly videoReferencePercent: number;
}
/** An entry for each word of the contract, and no other. */
const entries = <TWord extends string>(words: readonly string[], entry: z.ZodType<number>) =>
  z.record(z.enum(words as readonly TWord[]), entry);

const factors = z.strictObject({
  creditsPerSecond: entries<Resolution>(GenerationSettings.properties.resolution.enum, rate),
  modelPercent: entries<Model>(Model.enum, percent),
  videoReferencePercent: percent.min(100),
});

const priceTableSchema: z.ZodType<PriceTable> = factors.refine(
  (table) => highestPrice(table) <= MAX_CREDITS,
  `The dearest task costs more than ${MAX_CREDITS} credits.`,
);

/** Reads and checks the price table; a table with a hole or a wrong figure stops the start. */
export function readPriceTable(file: URL = new URL('./price-table.json', import.meta.url)): PriceTable {
  return priceTableSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

export interface PricedTask {
  readonly model: Model;
  readonly resolution: Resolution;
  readonly durationSeconds: number;
  readonly hasVideoReferences: boolean;
}

/** Prices a task in whole credits, rounded up. */
export function priceTask(table: PriceTable, task: PricedTask): number {
  const surcharge = task.hasVideoReferences ? table.videoReferencePercent : 100;
  const base = table.creditsPerSecond[task.resolution] * task.durationSeconds;
  return credits(base, table.modelPercent[task.model], surcharge);
}

/** Lists the prices of each model in the contract's form, so that a client can compute the cost of a task. */
export function listPrices({
  creditsPerSecond,
  modelPercent,
  videoReferencePercent,
}: PriceTable): Schemas['PricedModel'][] {
  const models = Object.entries(modelPercent) as [Model, number][];
  return models.map(([id, percent]) => {
    const of = (resolution: Resolution) => (creditsPerSecond[resolution] * percent) / 100;
    return {
      id,
      credits_per_second: { '480p': of('480p'), '720p': of('720p'), '1080p': of('1080p'), '4k': of('4k') },
      video_reference_factor: videoReferencePercent / 100,
    };
  });
}

function highestPrice({ creditsPerSecond, modelPercent, videoReferencePercent }: PriceTable): number {
  const base = Math.max(...Object.values(creditsPerSecond)) * LONGEST_SECONDS;
  return credits(base, Math.max(...Object.values(modelPercent)), videoReferencePercent);
}

function credits(base: number, modelPercent: number, surchargePercent: number): number {
  return Math.ceil((base * modelPercent * surchargePercent) / 10_000);
}
