// Prices of generations, from the list of models that the contract shows.

/** The prices of one model. */
export interface PricedModel {
  id: string;
  credits_per_second: Readonly<Record<string, number>>;
  video_reference_factor: number;
}

/** The parts of a generation request that its price depends on. */
export interface PricedRequest {
  model: string;
  input: { resolution?: string; duration?: number; video_urls?: readonly string[] };
}

/** Computes the price in credits, rounded up. */
export function computePrice({ model, input }: PricedRequest, models: readonly PricedModel[]): number {
  const { resolution = '720p', duration = 5, video_urls: videos = [] } = input;
  const priced = models.find(({ id }) => id === model);
  const perSecond = priced?.credits_per_second[resolution] ?? 0;
  const factor = videos.length > 0 ? (priced?.video_reference_factor ?? 1) : 1;
  return Math.ceil(perSecond * duration * factor);
}
