// The guide about the configuration lists every check and option of the configuration with its default.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { gate } from './run-gate.ts';

const PACKAGES = new URL('../../../', import.meta.url);
const GUIDE = new URL('../apps/docs/src/content/docs/guides/configuration.md', PACKAGES);
const guide = await readFile(GUIDE, 'utf8');
const source = (path: string) => readFile(new URL(path, PACKAGES), 'utf8');

function listRows(section: string): { names: string[]; flags: string[]; fallback: string }[] {
  const [, text = ''] = guide.split(`## ${section}\n`);
  const [own = ''] = text.split('\n## ');
  return [...own.matchAll(/^\| (`.*) \|$/gm)].map(([, row = '']) => {
    const cells = row.split(' | ');
    const words = (cell = '') => [...cell.matchAll(/`([\w-]+)`/g)].map(([, word = '']) => word);
    return {
      names: words(cells[0]),
      flags: words(cells[1]).filter((word) => word.startsWith('--')),
      fallback: cells.at(-1) ?? '',
    };
  });
}

/** Lists the members of an interface. */
async function listMembers(path: string, name: string): Promise<string[]> {
  const [, after = ''] = (await source(path)).split(new RegExp(`interface ${name}\\b`));
  const [head = ''] = after.split('\n}\n');
  return [...head.matchAll(/^ {2}(\w+)\??:/gm)].map(([, member = '']) => member);
}

const CONFIG = 'keyframe/src/config/keyframe-config.ts';
const SERVER = 'contract-gate/src/ci/gate-config.ts';
const CONFORMANCE = 'contract-gate/src/conformance/conformance.ts';
const CHECKS = ['read', 'lint', 'diff', 'server', 'test', 'baseline', 'failOn', 'report'];
const OF_TOOLS = ['roundTrip', 'dredd', 'prismProxy', 'respect'];
const PICKED = ['headers', 'otherHeaders', 'auth', 'limited', 'callbacks', 'proxy', 'tls', 'waitMs'];

test.each([
  ['Checks', async () => [...CHECKS, ...OF_TOOLS]],
  ['`server`', async () => [...(await listMembers(SERVER, 'RunningServer')), ...PICKED]],
  ['`callbacks`', () => listMembers(CONFORMANCE, 'CallbackOptions')],
  ['`test`', () => listMembers(CONFIG, 'TestConfig')],
] as const)('the table of %s lists every option of the code, and no other', async (section, options) => {
  const documented = listRows(section).flatMap(({ names }) => names);
  expect(documented.toSorted()).toEqual([...(await options())].toSorted());
});

test('options of the command line that the tables name exist', async () => {
  const { stdout } = await gate(['test', '--help'], { cwd: fileURLToPath(PACKAGES) });
  const flags = [...listRows('`test`'), ...listRows('`callbacks`')].flatMap((row) => row.flags);
  expect(flags.length).toBeGreaterThan(10);
  expect(flags.filter((flag) => !stdout.includes(flag))).toEqual([]);
});

test.each([
  ['`test`', 'timeout', 'keyframe/src/commands/test-command.ts', /default: '(\w+s)'/],
  ['`test`', 'workers', 'keyframe/src/commands/test-command.ts', /default: '(\d+)'/],
  ['`test`', 'rate', 'contract-gate/src/conformance/run-conformance.ts', /REMOTE_RATE = (\S+);/],
  [
    '`test`',
    'propertyRuns',
    'contract-gate/src/conformance/phases/properties.ts',
    /const PROPERTY_RUNS = (\S+);/,
  ],
  ['`callbacks`', 'waitMs', 'contract-gate/src/conformance/phases/callback-inspector.ts', /WAIT_MS = (\S+);/],
  ['`callbacks`', 'host', 'contract-gate/src/conformance/callbacks/callback-listener.ts', /host = '(\S+)'/],
] as const)('in %s, the default of %s is that of %s', async (...row) => {
  const [section, name, path, pattern] = row;
  const [, written = ''] = pattern.exec(await source(path)) ?? [];
  const documented = listRows(section).find(({ names }) => names.includes(name));
  expect(documented?.fallback.replaceAll(/[`,]/g, '').split(/[; ]/)[0]).toBe(written.replaceAll('_', ''));
  expect(written).not.toBe('');
});
