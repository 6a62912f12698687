import { expect, test } from 'vitest';
import { findCircles, postorder, reaches } from './search-graph.ts';

const LENGTH = 100_000;

test('distinguishes nodes of a circle from nodes that only lead to one', () => {
  const edges = { a: ['b'], b: ['c', 'd'], c: ['b'], d: ['e', 'd'], e: [], f: ['a'], g: ['g'] };
  const names = Object.keys(edges);
  const steps = (name: string) => (edges as Record<string, readonly string[]>)[name] ?? [];
  const known = new Map<string, boolean>();
  for (const name of names) if (!known.has(name)) findCircles(name, steps, known);
  expect(names.filter((name) => known.get(name))).toEqual(['b', 'c', 'd', 'g']);
});

test('an order has each after what it leads to', () => {
  const edges: Record<string, string[]> = { a: ['b', 'c'], b: ['d'], c: ['d', 'a'], d: [] };
  expect(postorder(Object.keys(edges), (name) => edges[name] ?? [])).toEqual(['d', 'b', 'c', 'a']);
});

test('finds reachable nodes, and no others', () => {
  const edges: Record<string, string[]> = { a: ['b'], b: ['a', 'c'], c: [], d: [] };
  const isNamed = (name: string) => ({
    steps: (from: string) => edges[from] ?? [],
    fits: (node: string) => node === name,
  });
  expect(['a', 'c', 'd'].map((name) => reaches('a', isNamed(name)))).toEqual([true, true, false]);
});

test('a chain longer than any stack is followed', () => {
  const names = Array.from({ length: LENGTH }, (_, index) => String(index));
  const edges = Object.fromEntries(names.map((name, index) => [name, [String((index + 1) % LENGTH)]]));
  const steps = (name: string) => edges[name] ?? [];
  const known = new Map<string, boolean>();
  findCircles('0', steps, known);
  expect(known.get('5')).toBe(true);
  expect(reaches('0', { steps, fits: (name) => name === String(LENGTH - 1) })).toBe(true);
  expect(postorder(['0'], steps)).toHaveLength(LENGTH);
});
