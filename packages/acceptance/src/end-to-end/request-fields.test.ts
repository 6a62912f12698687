// The client's own words for a request, beside those of the contract: it ships nothing of the contract but types.
import { parseVideoRequest } from '@keyframe/client/requests';
import document from '@keyframe/contract/openapi.json' with { type: 'json' };
import { expect, test } from 'vitest';

const { examples } = document.paths['/v1/videos/generations'].post.requestBody.content['application/json'];

test.each(Object.keys(examples) as (keyof typeof examples)[])(
  'the example %s of the contract is given as it is',
  (name) => {
    const { value } = document.components.examples[name];
    expect(parseVideoRequest(value)).toEqual(value);
  },
);

test('every word and bound of the contract is taken', () => {
  const { GenerationSettings, Model } = document.components.schemas;
  const { aspect_ratio, duration, resolution, seed } = GenerationSettings.properties;
  for (const model of Model.enum)
    expect(parseVideoRequest({ model, input: { prompt: 'a' } }).model).toBe(model);
  for (const [name, values] of [
    ['aspect_ratio', aspect_ratio.enum],
    ['duration', duration.enum],
    ['resolution', resolution.enum],
    ['seed', [seed.minimum, seed.maximum]],
  ] as const) {
    for (const value of values) {
      const input = { prompt: 'a', [name]: value };
      expect(parseVideoRequest({ model: 'video-2-0', input })).toEqual({ model: 'video-2-0', input });
    }
  }
});
