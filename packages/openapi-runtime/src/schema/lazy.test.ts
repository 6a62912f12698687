import { expect, test } from 'vitest';
import { z } from 'zod';
import { all } from './all.ts';
import { lazy, lazyWithDefaults, objectOf } from './lazy.ts';
import { record } from './object-keywords.ts';

interface Pet {
  name: string;
  age: number;
}

function petObject() {
  return z.looseObject({ name: z.string(), age: z.number() });
}

test('a type is made once, when the first value comes', () => {
  let made = 0;
  const pet = lazy<Pet>(() => {
    made += 1;
    return petObject();
  });
  expect(made).toBe(0);
  expect(pet.parse({ name: 'a', age: 1 })).toEqual({ name: 'a', age: 1 });
  const issues = [{}, { age: 1 }].map((value) =>
    pet.safeParse(value).error?.issues.map(({ path }) => path[0]),
  );
  expect(issues).toEqual([['name', 'age'], ['name']]);
  expect(made).toBe(1);
});

test('types may lead back to themselves', () => {
  interface Tree {
    leaves: Tree[];
    size: number;
  }
  const tree: z.ZodType<Tree, unknown> = lazyWithDefaults(() =>
    z.looseObject({ leaves: z.array(tree), size: z.number().default(0) }),
  );
  const leaf = { leaves: [] };
  expect(tree.parse({ leaves: [leaf] })).toEqual({ leaves: [{ leaves: [], size: 0 }], size: 0 });
  expect(leaf).toEqual({ leaves: [] });
  expect(tree.safeParse({ leaves: [{}] }).error?.issues.map(({ path }) => path)).toEqual([
    ['leaves', 0, 'leaves'],
  ]);
});

test('an accepted value without defaults is returned unchanged', () => {
  const value = { name: 'a', age: 1 };
  expect(lazy<Pet>(petObject).parse(value)).toBe(value);
});

test('the object of a schema can be extended; a schema of another type is rejected', () => {
  const named = objectOf(lazy<Pet>(petObject)).extend({ owner: z.string() });
  expect(named.safeParse({ name: 'a', age: 1 }).error?.issues.map(({ path }) => path)).toEqual([['owner']]);
  expect(named.parse({ name: 'a', age: 1, owner: 'b' }).owner).toBe('b');
  const parts = lazy<Pet>(() => all(z.looseObject({}), z.looseObject({})));
  expect(() => objectOf(parts)).toThrow(TypeError);
  expect(() => objectOf(z.string())).toThrow(TypeError);
});

test('a map checks every member, regardless of its name, and requires an object', () => {
  const counts = record(z.number());
  expect(counts.parse(JSON.parse('{"a":1,"__proto__":2}'))).toEqual(JSON.parse('{"a":1,"__proto__":2}'));
  expect(counts.safeParse({ a: 1, b: 'x' }).error?.issues).toMatchObject([
    { path: ['b'], expected: 'number' },
  ]);
  expect(counts.safeParse([1]).error?.issues).toMatchObject([{ path: [], expected: 'object' }]);
});
