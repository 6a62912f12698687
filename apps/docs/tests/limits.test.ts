// The figures that guides give, beside the contract and the configuration that they are taken from.
import { readFileSync } from 'node:fs';
import contract from '@keyframe/contract/openapi.json' with { type: 'json' };
import { expect, test } from 'vitest';

function readText(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8').replaceAll(/\s+/g, ' ');
}

function guide(name: string): string {
  return readText(`../src/content/docs/guides/${name}.md`);
}

/** The default of a setting, as its table has it; a test of the server compares that with the code. */
function readDefault(setting: string): string {
  const rows = readFileSync(new URL('../configuration.md', import.meta.url), 'utf8').split('\n');
  const [, names = '', values = ''] = rows.find((row) => row.includes(`\`${setting}\``))?.split('|') ?? [];
  const index = [...names.matchAll(/`(\w+)`/g)].findIndex(([, name]) => name === setting);
  return [...values.matchAll(/`([^`]+)`/g)][index]?.[1] ?? '';
}

const { GenerationSettings, MaterialUrl, ReferenceToVideoInput } = contract.components.schemas;
const references = ReferenceToVideoInput.allOf.map((part) =>
  'properties' in part ? part.properties : undefined,
);
const [materials] = references.filter((part) => part !== undefined && 'generation_type' in part);
const { maxLength: keyLength } = contract.components.parameters.IdempotencyKey.schema;

test('the guide of limits has the figures of the contract', () => {
  const { duration } = GenerationSettings.properties;
  const counts = [materials?.image_urls, materials?.video_urls, materials?.audio_urls].map(
    (list) => list?.maxItems,
  );
  const limits = guide('limits');
  expect(limits).toContain(`| \`duration\` | ${duration.minimum} to ${duration.maximum} seconds |`);
  expect(limits).toContain(`${counts[0]} images, ${counts[1]} videos, ${counts[2]} audio files; 12 in all`);
  expect(limits).toContain(`| URLs | ${MaterialUrl.maxLength.toLocaleString('en-US')} characters |`);
  expect(limits).toContain(`| \`Idempotency-Key\` | ${keyLength} printable ASCII characters |`);
  for (const list of [materials?.image_urls, materials?.video_urls, materials?.audio_urls]) {
    const [, formats = '', size = ''] =
      /\. ([A-Z][^.]*), up to (\d+ MB) each\.$/.exec(list?.description ?? '') ?? [];
    expect(limits).toContain(`| ${formats}, up to ${size}`);
  }
});

test('the guides have the defaults of the settings', () => {
  const limits = guide('limits');
  for (const [name, setting] of [
    ['create', 'RATE_CREATE'],
    ['status', 'RATE_STATUS'],
    ['poll', 'RATE_POLL'],
  ] as const) {
    expect(limits).toContain(`| \`${name}\` | ${readDefault(setting)} a minute`);
  }
  const words = { m: 'minutes', h: 'hours', d: 'days', s: 'seconds' };
  for (const setting of ['TASK_TIMEOUT', 'RESULT_TTL', 'INPUT_TTL', 'CALLBACK_TIMEOUT']) {
    const [, count = '', unit = 's'] = /^(\d+)([smhd])$/.exec(readDefault(setting)) ?? [];
    expect(limits, setting).toMatch(
      new RegExp(`\\| ${count} ${words[unit as keyof typeof words]}[^|]*\\| \`${setting}\` \\|`),
    );
  }
  expect(readDefault('CALLBACK_RETRIES')).toBe('10s,30s,2m,10m,30m');
  expect(guide('receiving-callbacks')).toContain(
    '10 seconds, 30 seconds, 2 minutes, 10 minutes and 30 minutes',
  );
  expect(guide('managed-postgresql')).toContain(
    `\`DATABASE_POOL\` connections, ${readDefault('DATABASE_POOL')} by default`,
  );
});

test('the reasons of the guide are those of the contract', () => {
  const named = [...guide('errors-and-retries').matchAll(/\| `(\w+)` \| (?:the|a) /g)].map(
    ([, reason]) => reason,
  );
  expect(named.toSorted()).toEqual(contract.components.schemas.FailedReason.examples.toSorted());
});
