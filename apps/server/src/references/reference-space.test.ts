import { expect, test } from 'vitest';
import { createReferenceSpace } from './reference-space.ts';

test('the owner that uses most gives up its newest task', () => {
  const space = createReferenceSpace(100);
  const [first, second, other] = [space.open('many'), space.open('many'), space.open('few')];
  first.add(40);
  second.add(20);
  other.add(40);
  expect([first, second, other].map(({ signal }) => signal.aborted)).toEqual([false, false, false]);
  other.add(1);
  expect([first, second, other].map(({ signal }) => signal.aborted)).toEqual([false, true, false]);
});

test('one task gives up at a time, and no task whose references are complete', () => {
  const space = createReferenceSpace(100);
  const [complete, arriving, other] = [space.open('many'), space.open('many'), space.open('few')];
  complete.add(90);
  complete.complete();
  arriving.add(5);
  other.add(6);
  expect([complete, arriving, other].map(({ signal }) => signal.aborted)).toEqual([false, true, false]);
  other.add(5);
  expect(other.signal.aborted).toBe(true);
  expect(complete.signal.aborted).toBe(false);
});

test('a task that has ended frees its space', () => {
  const space = createReferenceSpace(100);
  const first = space.open('one');
  first.add(90);
  first[Symbol.dispose]();
  const second = space.open('one');
  second.add(90);
  expect(second.signal.aborted).toBe(false);
});
