import { expect, test } from 'vitest';
import type { World } from './world.ts';
import { Worlds } from './worlds.ts';

function fill(world: World, count: number): void {
  for (let index = 0; index < count; index += 1) {
    const id = `${world.size}`;
    world.add('/pets/{id}', id, { id, parents: {}, position: 1, value: { id }, owned: {}, request: {} });
  }
}

const listNames = (worlds: Worlds) => worlds.list().map(({ name }) => name);

test('drops the worlds used least recently when all together have too many entries', () => {
  const worlds = new Worlds({ worlds: 10, entries: 100 });
  fill(worlds.get('a'), 40);
  fill(worlds.get('b'), 40);
  worlds.get('a').addReplay('key', { fingerprint: '', status: 200, body: {}, headers: {} });
  fill(worlds.get('c'), 19);
  expect(listNames(worlds)).toEqual(['b', 'a', 'c']);
  fill(worlds.get('c'), 1);
  expect(listNames(worlds)).toEqual(['a', 'c']);
});

test('ends the timers of the worlds that it drops', () => {
  const worlds = new Worlds({ worlds: 3, entries: 100 });
  const ended: string[] = [];
  for (const name of ['a', 'b', 'c', 'd']) {
    const ends = new Set([() => void ended.push(name)]);
    const origin = { addresses: new Map(), fault: undefined, world: name, ends, isRemoved: false };
    const resource = { id: name, parents: {}, position: 1, value: {}, owned: {}, request: {}, origin };
    worlds.get(name).add('/pets/{id}', name, resource);
  }
  expect(ended).toEqual(['a']);
  fill(worlds.get('d'), 100);
  expect(ended).toEqual(['a', 'b', 'c']);
  worlds.delete('d');
  expect(ended).toEqual(['a', 'b', 'c', 'd']);
});

test('never drops the world that is used', () => {
  const worlds = new Worlds({ worlds: 10, entries: 100 });
  worlds.get('a');
  fill(worlds.get('b'), 150);
  expect(worlds.list().map(({ name, size }) => [name, size])).toEqual([['b', 150]]);
});

test('does not count what was removed', () => {
  const worlds = new Worlds({ worlds: 10, entries: 100 });
  fill(worlds.get('a'), 20);
  for (let count = 0; count < 20; count += 1) {
    fill(worlds.get('b'), 50);
    worlds.get('b').reset();
  }
  expect(listNames(worlds)).toEqual(['a', 'b']);
});
