import { expect, test } from 'vitest';
import { CONSUMER_OPTION } from './consumer-option.ts';

test.each([
  [['usage/*.json'], [{ consumer: undefined, pattern: 'usage/*.json' }]],
  [
    ['web=usage/web.json', 'app=a=b.json'],
    [
      { consumer: 'web', pattern: 'usage/web.json' },
      { consumer: 'app', pattern: 'a=b.json' },
    ],
  ],
  [['usage/a=b.json'], [{ consumer: undefined, pattern: 'usage/a=b.json' }]],
  [
    { web: 'web.json', app: ['a.json', 'b.json'] },
    [
      { consumer: 'web', pattern: 'web.json' },
      { consumer: 'app', pattern: 'a.json' },
      { consumer: 'app', pattern: 'b.json' },
    ],
  ],
])('reads %j', (value, sources) => {
  expect(CONSUMER_OPTION.consumers.read(value)).toEqual(sources);
});
