import { availableParallelism } from 'node:os';
import type { Config } from '../config.ts';
import { createLocalProvider } from './local-provider.ts';
import type { GenerationProvider } from './provider.ts';
import { createUpstreamProvider, type UpstreamServices } from './upstream-provider.ts';

/** Creates the provider that the settings name. */
export async function createProvider(
  { upstream, publicUrl }: Config,
  services: Pick<UpstreamServices, 'database' | 'egress' | 'log'>,
): Promise<GenerationProvider> {
  const local = await createLocalProvider(availableParallelism());
  if (upstream === undefined) return local;
  return createUpstreamProvider({ ...services, settings: upstream, publicUrl, previews: local });
}
