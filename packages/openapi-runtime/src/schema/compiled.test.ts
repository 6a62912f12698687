import { expect, test } from 'vitest';
import { z } from 'zod';
import { all } from './all.ts';
import { compiled, objectOf } from './compiled.ts';
import { record } from './object-keywords.ts';

interface Pet {
  name: string;
  age: number;
}

function isPet(value: unknown): boolean {
  return typeof Object(value).name === 'string' && typeof Object(value).age === 'number';
}

test('what explains is made once, when the first value is refused', () => {
  let made = 0;
  const explain = () => {
    made += 1;
    return z.looseObject({ name: z.string(), age: z.number() });
  };
  const pet = compiled<Pet>(isPet, explain);
  expect(pet.parse({ name: 'a', age: 1 })).toEqual({ name: 'a', age: 1 });
  expect(made).toBe(0);
  const issues = [{}, { age: 1 }].map((value) =>
    pet.safeParse(value).error?.issues.map(({ path }) => path[0]),
  );
  expect(issues).toEqual([['name', 'age'], ['name']]);
  expect(made).toBe(1);
});

test('a value that only the validator refuses is refused', () => {
  const none = compiled<unknown>(
    () => false,
    () => z.unknown(),
  );
  expect(none.safeParse(1).error?.issues).toMatchObject([{ code: 'custom', message: 'Invalid input' }]);
});

test('the object behind a schema can be extended; what is none can not', () => {
  const pet = compiled<Pet>(isPet, () => z.looseObject({ name: z.string(), age: z.number() }));
  const named = objectOf(pet).extend({ owner: z.string() });
  expect(named.safeParse({ name: 'a', age: 1 }).error?.issues.map(({ path }) => path)).toEqual([['owner']]);
  expect(named.parse({ name: 'a', age: 1, owner: 'b' }).owner).toBe('b');
  const parts = compiled<Pet>(isPet, () => all(z.looseObject({}), z.looseObject({})));
  expect(() => objectOf(parts)).toThrow(TypeError);
  expect(() => objectOf(z.string())).toThrow(TypeError);
});

test('a map asks every member, whatever its name, and an object', () => {
  const counts = record(z.number());
  expect(counts.parse(JSON.parse('{"a":1,"__proto__":2}'))).toEqual(JSON.parse('{"a":1,"__proto__":2}'));
  expect(counts.safeParse({ a: 1, b: 'x' }).error?.issues).toMatchObject([
    { path: ['b'], expected: 'number' },
  ]);
  expect(counts.safeParse([1]).error?.issues).toMatchObject([{ path: [], expected: 'object' }]);
});
