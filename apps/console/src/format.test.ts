import { expect, test } from 'vitest';
import { formatAge, formatChange, formatDuration, formatNumber, formatZone } from './format.ts';

const now = new Date('2026-11-20T12:00:00Z');

test.each([
  [0, 'just now'],
  [-30, '30 seconds ago'],
  [-90, '1 minute ago'],
  [-7200, '2 hours ago'],
  [-86_400, 'yesterday'],
  [3600, 'in 1 hour'],
])('%d seconds from now is written "%s"', (seconds, text) => {
  expect(formatAge(new Date(now.getTime() + seconds * 1000), now)).toBe(text);
});

test.each([
  [12.4, '12 ms'],
  [1500, '1.5 s'],
  [61_000, '1 min 1 s'],
  [119_900, '2 min 0 s'],
])('%d milliseconds are written "%s"', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [-123_456, '-123,456'],
  [123_456_789_012, '123,456,789,012'],
  [1234.5678, '1,234.5678'],
])('%d is written "%s"', (value, text) => {
  expect(formatNumber(value)).toBe(text);
});

test.each([
  [0, '0'],
  [1500, '+1,500'],
  [-1500, '−1,500'],
])('a change of %d is written "%s"', (value, text) => {
  expect(formatChange(value)).toBe(text);
});

test('a time zone is written with its offset, unless it is UTC', () => {
  expect(formatZone(now)).toMatch(/^UTC$|^[\w/]+ \(GMT[+−-]?[\d:]*\)$/);
});
