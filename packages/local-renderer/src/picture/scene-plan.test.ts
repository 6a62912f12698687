import { expect, test } from 'vitest';
import { planScene } from './scene-plan.ts';

test.each([
  ['a lighthouse by the sea at sunset', { hasWater: true, daytime: 'dusk' }],
  ['snowy mountains', { ground: 'mountains', weather: 'snow', hasWater: false }],
  ['A CITY, at NIGHT!', { ground: 'city', daytime: 'night' }],
  ['neon city in the rain', { ground: 'city', weather: 'rain', neon: true }],
  ['deep forests with fireflies', { ground: 'forest', weather: 'fireflies' }],
  ['an astronaut between galaxies', { ground: 'space', daytime: 'space', hasWater: false }],
  ['camels crossing the desert', { ground: 'dunes' }],
  ['balloons over a meadow, birds', { ground: 'hills', actors: ['birds', 'balloon'] }],
])('the words of "%s" choose the scene', (prompt, expected) => {
  expect(planScene(prompt, 1)).toMatchObject(expected);
});

test('words of pace and direction steer the movement', () => {
  expect(planScene('a calm sea', 1).pace).toBeLessThan(planScene('the sea', 1).pace);
  expect(planScene('a storm races over the sea', 1).pace).toBeGreaterThan(planScene('the sea', 1).pace);
  expect(planScene('pan left over a city', 1).drift).toBe(-planScene('pan right over a city', 1).drift);
});

test('a colour belongs to the thing that it describes, or else to the sky', () => {
  const plain = planScene('a balloon over a meadow', 1).palette;
  const red = planScene('a red balloon over a meadow', 1).palette;
  expect(red.actor[0]).toBeGreaterThan(red.actor[1] * 2);
  expect(planScene('a blue balloon over a meadow', 1).palette.actor[2]).toBeGreaterThan(200);
  expect(Math.abs(red.skyMiddle[0] - plain.skyMiddle[0])).toBeLessThan(40);
  const sky = planScene('a meadow in green light', 1).palette.skyMiddle;
  expect(sky[1]).toBeGreaterThan(sky[0]);
});

test('a prompt without known words has a scene of its own, which seeds vary but do not replace', () => {
  const scenes = ['qwerty', 'asdfgh', 'zxcvbn', 'yuiop', 'hjkl'].map((prompt) => planScene(prompt, 1));
  expect(new Set(scenes.map(({ ground, daytime }) => `${ground} ${daytime}`)).size).toBeGreaterThan(2);
  const [one, two] = [planScene('qwerty', 1), planScene('qwerty', 2)];
  expect(two).toMatchObject({ ground: one.ground, daytime: one.daytime, hasWater: one.hasWater });
  expect(two.seed).not.toBe(one.seed);
});

test('names of object members are ordinary words', () => {
  expect(() => planScene('constructor __proto__ toString', 1)).not.toThrow();
});
