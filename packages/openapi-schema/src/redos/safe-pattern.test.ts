// Each pattern reads a long text that is hard for it, and the steps are counted.
import { LinearPattern } from '@keyframe/openapi-runtime/patterns';
import { expect, test } from 'vitest';
import { countBacktracking } from '../../tests/count-backtracking.ts';
import { readSafePattern } from './safe-pattern.ts';

const LENGTH = 50_000;
const MAX_STEPS = 600;

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const BYTE = '([0-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])';
const IPV6 = `(${Array.from({ length: 8 }, (_, count) => `(?:[0-9a-f]{1,4}:){1,${count + 1}}(?::[0-9a-f]{1,4}){0,${7 - count}}`).join('|')})`;
const SEMVER =
  '^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$';

// Unambiguous patterns, which the matcher of JavaScript reads.
const NATIVE: [pattern: string, hard: string][] = [
  ['^([a-zA-Z0-9](\\.|-)?)+[a-zA-Z0-9]$', 'a'],
  ['^[\\w.+-]+@[\\w-]+\\.[\\w.-]+$', 'a@a.a'],
  [`^${LABEL}(?:\\.${LABEL})*$`, 'a-'],
  ['^[a-z0-9]+(?:-[a-z0-9]+)*$', 'a-'],
  [SEMVER, '1.0.0-0a.'],
  ['^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$', 'a'],
  ['^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$', '2020-01-01'],
  ['^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?(?:Z|[+-]\\d\\d:\\d\\d)$', '1'],
  ['^\\+?[1-9]\\d{1,14}$', '1'],
  ['^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$', 'a'],
  ['^https?://[^\\s/$.?#].[^\\s]*$', 'http://a'],
  ['^(?:[^,]+,)*[^,]+$', 'a,'],
  ['^\\d{1,3}(?:,\\d{3})*(?:\\.\\d+)?$', '111,'],
  ['^(?:a|b|c)*$', 'abc'],
  ['^(?!.*--)[a-z-]+$', 'a-'],
  ['^(?=.*[A-Z])(?=.*\\d)(?=.*\\W).{8,}$', 'aA1'],
  ['^([a-z]+)-\\1$', 'a-'],
  ['^.{1,500}$', 'a'],
  ['^.{1,65535}$', 'a'],
  ['', 'a'],
  ['[a-z]+', '1'],
  ['\\S', ' '],
  ['.*', 'a'],
  ['^\\S.*\\S$', ' a'],
  ['^(?:\\p{L}|\\d|[ -])+$', 'é1'],
  ['^(?:\\{\\w+\\}|[^{}])*$', '{a}b'],
  ['^arn:[^:]*:[^:]*:[^:]*:[^:]*:.+$', 'arn:a:'],
  ['^#(?:[0-9a-fA-F]{3}){1,2}$', '#aa'],
  ['^(?:[01]?\\d|2[0-3]):[0-5]\\d$', '1:1'],
  ['^[A-Z]{2}\\d{2}[A-Z0-9]{1,30}$', 'AA11A'],
  ['^[A-Za-z]{2,4}([_-][A-Za-z]{4}|[_-]\\d{3})?([_-]([A-Za-z]{2}|\\d{3}))?$', 'aaaa-'],
  ['^(?:[0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}$', 'aa:'],
  ['^(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}$', '1.'],
  ['^[A-Za-z_$][\\w$]*(?:\\.[A-Za-z_$][\\w$]*)*$', 'a.'],
  ['^/(?:[^/]+/)*[^/]*$', '/a'],
  ['^P(?!$)(\\d+Y)?(\\d+M)?(\\d+D)?(T(?=\\d)(\\d+H)?(\\d+M)?(\\d+S)?)?$', 'P1'],
  ['^[1-9]\\d*(?:\\.\\d{1,2})?$', '1'],
  ['^(?:#[\\w-]+ )*#[\\w-]+$', '#a '],
  ['^\\w{1,20}(?:-\\w{1,20}){0,5}$', 'a-'],
];

// Ambiguous patterns, which take quadratic to exponential time there.
const LINEAR: [pattern: string, hard: string][] = [
  ['^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$', 'a@a.a.'],
  ['^(?:[a-z0-9]+\\.?){1,10}$', 'a'],
  ['^([a-z0-9]+-?){1,8}$', 'a'],
  ['(a+)+$', 'a'],
  ['(a*)*b', 'a'],
  ['^(\\w+\\s?)*$', 'a'],
  ['(a|a)*b', 'a'],
  ['(a|b|ab)*c', 'ab'],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'],
  ['(.*,){12,}P', ','],
  ['^(?:(?:a?){5,}){5,}$', 'a'],
  ['(?=(x+x+)+y)z', 'x'],
  ['([^"]*|\\w)*"', 'a'],
  ['(\\p{L}|é)+!', 'é'],
  ['(\\p{Script=Thai}|\\p{L})+!', '\u0E01'],
  ['\\s+$', ' '],
  ['^\\s+|\\s+$', 'a '],
  ['^[a-z]*[a-z]*[a-z]*$', 'a'],
  ['x.*y', 'x'],
  ['a+b', 'a'],
  ['^.{1,64}@.{1,255}$', '@'],
  ['^\\s*\\S.{0,4000}\\s*$', ' a'],
  ['^(?:.{1,60000}-)+$', 'a-'],
  ['^(?:[a-z0-9-]{1,63}\\.){1,127}[a-z]{2,63}$', 'a.'],
  ['^(?:(?!.*x).)*$', 'a'],
  ['(?<=a+)b', 'a'],
  ['^(?:[a-z]+-?){1,20}$', 'a'],
  ['^([A-Za-z0-9]+[ -]?){1,50}$', 'a'],
  ['^(?:(?:[a-z0-9]+\\.?){1,5}){1,5}$', 'a'],
  ['^(?:(?:(?:a?){3}){3}){3}$', 'a'],
  ['^(?:(?:a|ab|b){1,5}-?){1,5}$', 'ab'],
  ['^(?:\\p{L}{1,300}){1,60}$', 'é'],
  ['^(?:(?=(?:a?){5}b)a?){1,4}$', 'a'],
  ['^(?:a{0,3}b?){0,60}$', 'a'],
  [`^(?:${BYTE}\\.){3}${BYTE}$|^(?:[a-z0-9-]+\\.?)*$|^${IPV6}$`, 'a1:'],
];

// Counted groups that read the same text in many ways, so that hundreds of states are visited for each character.
const REFUSED = [
  '^(?:[a-z]{1,63}){1,400}$',
  '^(?:\\p{L}{1,63}){1,400}$',
  '^(?:(?:[a-z]{1,64}){1,15}){1,20}$',
  '^(?:(?:[a-z]{1,3000}){1,15}){1,20}$',
  '(?:(?:[a-z]{1,300}){1,15}){1,20}!',
  '(?:(?:[^x]*){1,15}){1,20}!',
  '^(?:(?:[a-z0-9]+\\.?){1,10}){1,10}$',
  '^(?:(?:[a-z]+-?){1,20}){1,20}$',
  '^(?:(?:(?:a?){5}){5}){5}$',
  '^(?:(?:(?:[a-z]?){9}){9}){9}$',
  '(?:(?:(?:(?:a|b)?c?){1,6}){1,6}){1,6}!',
  '^(?:(?:(?:a|b|ab){1,6}-?){1,6}){1,6}$',
  '^(?:(?=(?:a{0,40}){0,40}b)a){0,100}$',
  '^(?:(?=(?:a?){20}b)a?){1,40}$',
  '^(?:a{50,300}){0,300}$',
  '^(?:\\w{1,50}[ ,.]?){1,200}$',
  '^(?:\\b\\w{1,50}\\b[ ,.]?|\\B){1,200}$',
  '^(?:\\ba?|\\Ba?){1,100}$',
  '(?:\\b|\\B|\\b|\\B){1,190}$',
  '(?<=(?:a?){300})b',
  `${'(?:'.repeat(3000)}x${')*'.repeat(3000)}`,
];

const repeat = (text: string) => `${text.repeat(LENGTH / text.length)}\n`;

test.each(NATIVE)(
  '%s is matched by JavaScript, in linear time also for %j again and again',
  (source, hard) => {
    expect(readSafePattern(source)).toMatchObject({ source, matcher: 'native' });
    const limit = MAX_STEPS * LENGTH;
    expect(countBacktracking(source, repeat(hard), limit)).toBeLessThan(limit);
  },
);

test.each(LINEAR)('%s is matched by states, in linear time also for %j again and again', (source, hard) => {
  const pattern = readSafePattern(source);
  expect(pattern).toMatchObject({ source, matcher: 'linear' });
  const { expression } = pattern ?? {};
  expect(expression).toBeInstanceOf(LinearPattern);
  if (!(expression instanceof LinearPattern)) return;
  expression.test(repeat(hard));
  expect(expression.steps).toBeLessThan(MAX_STEPS * LENGTH);
});

test.each(['^(a+)\\1$', '^(?:(?:a?){40}){40}$', '(?i)a', '[', ...REFUSED])(
  '%s cannot be matched',
  (source) => {
    expect(readSafePattern(source)).toBeUndefined();
  },
);

test('the counted steps show which patterns are hard', () => {
  const text = `${'a'.repeat(30)}!`;
  const limit = 100_000;
  expect(countBacktracking('^a+$', text, limit)).toBeLessThan(200);
  expect(countBacktracking('(a+)+$', text, limit)).toBe(limit);
  expect(countBacktracking('^(?:[a-z0-9]+\\.?){1,10}$', text, limit)).toBe(limit);
});
