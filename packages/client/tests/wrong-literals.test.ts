// Compiler errors for wrong literals have to be short and clear.
import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const PACKAGE = new URL('..', import.meta.url);
const TSC = fileURLToPath(new URL('../../node_modules/.bin/tsc', PACKAGE));
/** A terminal of 80 columns and 24 lines. */
const SCREEN = 80 * 24;

const WRONG: Record<string, { code: string; says: RegExp }> = {
  duration: {
    code: "{ model: 'video-2-0', input: { prompt: 'a', duration: 3 } }",
    says: /'3' is not .* '4 \| 5 \|/,
  },
  resolution: {
    code: "{ model: 'video-2-0', input: { prompt: 'a', resolution: '8k' } }",
    says: /'"8k"' is not .* '"1080p" \|/,
  },
  model: {
    code: "{ model: 'video-9', input: { prompt: 'a' } }",
    says: /'"video-9"' is not .* '"video-2-0" \|/,
  },
  setting: {
    code: "{ model: 'video-2-0', input: { prompt: 'a', aspectRatio: '16:9' } }",
    says: /'aspectRatio'/,
  },
  list: {
    code: "{ model: 'video-2-0', input: { prompt: 'a', generation_type: 'image-to-video', image_urls: [] as string[] } }",
    says: /'string\[\]' is not assignable to type '\[string\] \| \[string, string\]'/,
  },
};

test('the error of a wrong literal names the literal and the allowed values, and fits on a screen', async () => {
  const folder = new URL('reports/wrong-literals/', PACKAGE);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [name, { code }] of Object.entries(WRONG)) {
    const text = `import { createClient } from '@keyframe/client';\ncreateClient().videos.create(${code});\n`;
    await writeFile(new URL(`${name}.ts`, folder), text);
  }
  const config = { extends: '../../tsconfig.json', include: ['.'] };
  await writeFile(new URL('tsconfig.json', folder), JSON.stringify(config));
  const compiled: { stdout: string } = await promisify(execFile)(TSC, ['-p', fileURLToPath(folder)]).catch(
    (error: { stdout: string }) => error,
  );
  const errors = compiled.stdout.split(/^(?=\S+\.ts\()/m);
  for (const [name, { says }] of Object.entries(WRONG)) {
    const own = errors.filter((error) => error.includes(`${name}.ts(`));
    expect(own, name).toHaveLength(1);
    expect(own[0]).toMatch(says);
    expect(own[0]?.length).toBeLessThan(SCREEN);
  }
  expect(errors).toHaveLength(Object.keys(WRONG).length);
});
