import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const pairs = css.matchAll(/--color-([\w-]+): light-dark\((#\w{6})\w*, (#\w{6})\w*\)/g);
const colors = new Map([...pairs].map(([, name = '', light = '', dark = '']) => [name, { light, dark }]));

/** Relative luminance (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string, scheme: 'light' | 'dark'): number {
  const [lower = 0, higher = 0] = [one, other]
    .map((name) => luminance(colors.get(name)?.[scheme] ?? `no ${name}`))
    .sort((first, second) => first - second);
  return (higher + 0.05) / (lower + 0.05);
}

const GROUNDS = ['ground', 'surface', 'hover'];
const TONES = ['accent', 'info', 'success', 'warning', 'danger'];

/** Pairs of a foreground and its background, with the contrast that WCAG AA requires. */
const uses: [string, string, number][] = [
  ...['text', 'muted', ...TONES].flatMap((color) =>
    GROUNDS.map((ground): [string, string, number] => [color, ground, 4.5]),
  ),
  ...TONES.map((tone): [string, string, number] => [tone, `${tone}-soft`, 4.5]),
  ...TONES.map((tone): [string, string, number] => ['text', `${tone}-soft`, 4.5]),
  ['on-primary', 'primary', 4.5],
  ['on-primary', 'primary-hover', 4.5],
  ['on-accent', 'accent', 4.5],
  ['on-danger', 'danger', 4.5],
  ...[1, 2, 3, 4, 5].map((chart): [string, string, number] => [`chart-${chart}`, 'surface', 3]),
  ...['edge', 'focus'].flatMap((color) =>
    GROUNDS.map((ground): [string, string, number] => [color, ground, 3]),
  ),
];

test.each(uses)('%s on %s has a contrast of at least %d, in light and dark', (color, ground, least) => {
  expect(contrast(color, ground, 'light')).toBeGreaterThanOrEqual(least);
  expect(contrast(color, ground, 'dark')).toBeGreaterThanOrEqual(least);
});
