// The mock of the service as a function from Request to Response.
import contract from '@keyframe/contract/openapi.json' with { type: 'json' };
import { createMock, type Mock, type MockOptions } from '@keyframe/openapi-mock';
import type { PricedModel } from './price.ts';
import { VideoPlugin } from './video-plugin.ts';

const { value } = contract.components.examples['model-list'] as unknown as { value: { data: PricedModel[] } };

/** Creates the mock of the service: tasks that pass through their states, results that play, a balance that is spent. */
export function createVideoMock(options: Omit<MockOptions, 'plugins'> = {}): Mock {
  const now = options.clock?.now ?? Date.now;
  return createMock(contract, { ...options, plugins: [new VideoPlugin({ models: value.data, now })] });
}
