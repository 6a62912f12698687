import { expect, test } from 'vitest';
import { browserName } from './browser-name.ts';

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

test.each([
  [CHROME, 'Chrome on Linux'],
  [`${CHROME} Edg/150.0.0.0`, 'Edge on Linux'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/20.0 Safari/605.1.15', 'Safari on macOS'],
  ['curl/8.9', 'curl/8.9'],
  ['', 'Unknown browser'],
])('%s is shown as %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
