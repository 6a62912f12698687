// The rules of usage files. Others write them, and their texts end in reports and in the logs of workflows.

/** Says what is wrong with a value at a place of a file; undefined if nothing is. */
type Rule = (value: unknown, place: string) => string | undefined;

const text = createRule(
  'a text without control characters',
  (value) => typeof value === 'string' && !/\p{Cc}/u.test(value),
);
const count = createRule('a whole number from 0', (value) => Number.isInteger(value) && Number(value) >= 0);
const day = createRule(
  'a day such as 2026-11-29',
  (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value),
);
const locations = createListRule(text);
const operation = members({ calls: locations, exchanges: count, statuses: createTableRule(count) });
const place = members({
  reads: locations,
  sends: locations,
  whole: locations,
  values: createListRule(createRule('a text', (value) => typeof value === 'string')),
  received: count,
  sent: count,
});
const usage = members(
  {
    usage: createRule('1', (value) => value === 1),
    consumer: text,
    date: day,
    operations: createTableRule(operation),
    places: createTableRule(place),
  },
  ['usage', 'date', 'operations', 'places'],
);

/** Says what is wrong with a usage file, `places["#/x"].sent must be a whole number from 0`; undefined if nothing is. */
export function findFault(value: unknown): string | undefined {
  return usage(value, '');
}

function createRule(allowed: string, isValid: (value: unknown) => boolean): Rule {
  return (value, at) => (isValid(value) ? undefined : `${at} must be ${allowed}`);
}

function createListRule(item: Rule): Rule {
  return (value, at) => {
    if (!Array.isArray(value)) return `${at} must be a list`;
    return findFirst(value.entries(), (index, each) => item(each, `${at}[${index}]`));
  };
}

function createTableRule(item: Rule): Rule {
  return (value, at) =>
    isTable(value)
      ? findFirst(Object.entries(value), (name, each) => item(each, `${at}[${JSON.stringify(name)}]`))
      : `${at} must be an object`;
}

function members(rules: Readonly<Record<string, Rule>>, required: readonly string[] = []): Rule {
  return (value, at) => {
    if (!isTable(value)) return `${at === '' ? 'the file' : at} must be an object`;
    const table = new Map(Object.entries(value));
    return findFirst(Object.entries(rules), (name, rule) =>
      table.has(name) || required.includes(name)
        ? rule(table.get(name), at === '' ? name : `${at}.${name}`)
        : undefined,
    );
  };
}

function findFirst<TName, TValue>(
  entries: Iterable<readonly [TName, TValue]>,
  find: (name: TName, value: TValue) => string | undefined,
): string | undefined {
  for (const [name, value] of entries) {
    const fault = find(name, value);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function isTable(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
