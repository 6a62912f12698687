import { expect, test } from 'vitest';
import { parseOptions } from './options.ts';

const AGENTS = { isSearch: false, sets: 200, python: undefined };
const KNOWN = { known: ['status', 'callbacks', 'growth'], long: ['growth'] };

test('without arguments every benchmark runs that is not long, five rounds of five seconds', () => {
  expect(parseOptions([], KNOWN)).toEqual({
    names: ['status', 'callbacks'],
    isStrict: false,
    rounds: 5,
    seconds: 5,
    tasks: 1_000_000,
    profileDirectory: undefined,
    agents: AGENTS,
  });
});

test('names, rounds, seconds, tasks, strictness and a folder for profiles are taken over', () => {
  const args = [
    'callbacks',
    '--rounds=2',
    '--seconds=1',
    '--tasks=30000',
    '--strict',
    '--profile=/tmp/profiles',
  ];
  expect(parseOptions(args, KNOWN)).toEqual({
    names: ['callbacks'],
    isStrict: true,
    rounds: 2,
    seconds: 1,
    tasks: 30_000,
    profileDirectory: '/tmp/profiles',
    agents: AGENTS,
  });
});

test('the revision to compare with is taken over', () => {
  expect(parseOptions(['status', '--against', 'v1.0.0'], KNOWN).against).toBe('v1.0.0');
});

test('the command of Schemathesis is taken over', () => {
  const args = ['status', '--schemathesis', '/opt/schemathesis'];
  expect(parseOptions(args, KNOWN).schemathesis).toBe('/opt/schemathesis');
});

test('options of agents and a folder of documents are taken over', () => {
  const args = ['status', '--search', '--sets', '10', '--python', 'python3', '--documents', '/tmp/documents'];
  const { agents, documents } = parseOptions(args, KNOWN);
  expect(agents).toEqual({ isSearch: true, sets: 10, python: 'python3' });
  expect(documents).toBe('/tmp/documents');
});

test.each([
  [['nothing'], 'Unknown benchmark: nothing.'],
  [['--rounds', '0'], '--rounds must be a whole number from 1.'],
  [['--rounds', 'many'], '--rounds must be a whole number from 1.'],
  [['--sets', '0'], '--sets must be a whole number from 1.'],
  [['--seconds', '0.5'], '--seconds must be a whole number from 1.'],
  [['--tasks', '19999'], '--tasks must be a whole number from 20000.'],
  [['--verbose'], "Unknown option '--verbose'"],
])('%j is refused with the usage', (args, problem) => {
  expect(() => parseOptions(args, KNOWN)).toThrow(problem);
  expect(() => parseOptions(args, KNOWN)).toThrow('status, callbacks, growth; all but growth unless given');
});
