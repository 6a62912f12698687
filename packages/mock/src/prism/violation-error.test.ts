import { expect, test } from 'vitest';
import { describeViolations } from './violation-error.ts';

const body = (field: string, code: string, message: string) => ({
  location: ['request', 'body', ...(field === '' ? [] : field.split('.'))],
  code,
  message: `Request body property ${field} ${message}`,
});

const DURATION = body('input.duration', 'minimum', 'must be >= 4');
const SEED = body('input.seed', 'minimum', 'must be >= -1');
const MODE = body('input.generation_type', 'const', 'must be equal to constant');
const NO_IMAGES = body('input', 'required', "must have required property 'image_urls'");
const NO_VIDEOS = body('input', 'required', "must have required property 'video_urls'");
const ALTERNATIVES = body('input', 'oneOf', 'must match exactly one schema in oneOf');

test.each([
  {
    name: 'a problem that every alternative reports',
    violations: [DURATION, NO_IMAGES, DURATION, NO_IMAGES, NO_VIDEOS, DURATION, ALTERNATIVES],
    error: { message: 'input.duration: must be >= 4', param: '/input/duration' },
  },
  {
    name: 'two fields',
    violations: [DURATION, SEED, NO_IMAGES, DURATION, SEED],
    error: { message: 'input.duration: must be >= 4; input.seed: must be >= -1', param: '/input/duration' },
  },
  {
    name: 'a missing property',
    violations: [MODE, NO_IMAGES, NO_IMAGES, NO_VIDEOS],
    error: { message: 'input.image_urls: is required', param: '/input/image_urls' },
  },
  {
    name: 'a query parameter',
    violations: [
      {
        location: ['request', 'query', 'limit'],
        code: 'maximum',
        message: 'Request query parameter limit must be <= 100',
      },
    ],
    error: { message: 'limit: must be <= 100', param: 'limit' },
  },
  {
    name: 'a violation of the response only',
    violations: [{ location: ['response', 'body'], code: 'type', message: 'Response body must be object' }],
    error: undefined,
  },
])('describes $name', ({ violations, error }) => {
  expect(describeViolations(JSON.stringify(violations))).toEqual(error);
});

test('describes nothing without a header', () => {
  expect(describeViolations(undefined)).toBeUndefined();
});
