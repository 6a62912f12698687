// Types that the compiler accepts and rejects before any request is sent. Each case is a file of its own; all are
// compiled together, and the errors are grouped by file.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const REPORTS = join(import.meta.dirname, '../reports');

const PRELUDE = `import type { paths } from '@keyframe/contract';
import type { Handlers } from '@keyframe/contract/hono';
type Body = paths['/v1/videos/generations']['post']['requestBody']['content']['application/json'];
type Equal<TOne, TOther> = (<T>() => T extends TOne ? 1 : 2) extends <T>() => T extends TOther ? 1 : 2 ? true : false;
const a = 'https://example.com/a';
export const use = (..._: unknown[]) => a;
`;

const accepted = {
  'RES-19 a prompt alone': request(`prompt: 'a'`),
  'RES-11 RES-18 settings': request(
    `prompt: 'a', duration: 4, seed: -1, watermark: true, aspect_ratio: '16:9'`,
  ),
  'RES-7 text-to-video by name': request(`prompt: 'a', generation_type: 'text-to-video'`),
  'RES-20 one image': request(`prompt: 'a', generation_type: 'image-to-video', image_urls: [a]`),
  'RES-20 two images': request(`prompt: 'a', generation_type: 'image-to-video', image_urls: [a, a]`),
  'RES-22 three images': request(`prompt: 'a', generation_type: 'reference-to-video', image_urls: [a, a, a]`),
  'RES-23 a video with audio': request(
    `prompt: 'a', generation_type: 'reference-to-video', video_urls: [a], audio_urls: [a]`,
  ),
  'a handler that reads defaults as present': handler(`
    const { input } = context.req.valid('json');
    const duration: 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 = input.duration;
    const seed: Equal<typeof input.seed, number> = true;
    const urls: string[] = input.audio_urls;
    use(duration, seed, urls);
    return context.json({ taskId: 'a', credits: 1 }, 202);`),
  'a handler that answers a documented error': handler(`
    return context.json({ error: { code: 'forbidden', message: 'a' } } as const, 403);`),
};

const refused = {
  'RES-6 no prompt': request(`generation_type: 'text-to-video'`),
  'RES-3 an unknown model': `export const body: Body = { model: 'video-3', input: { prompt: 'a' } };`,
  'RES-3 no model': `export const body: Body = { input: { prompt: 'a' } };`,
  'RES-5 no input': `export const body: Body = { model: 'video-2-0' };`,
  'RES-7 an unknown mode': request(`prompt: 'a', generation_type: 'video-to-video'`),
  'RES-20 image-to-video without images': request(`prompt: 'a', generation_type: 'image-to-video'`),
  'RES-20 no image': request(`prompt: 'a', generation_type: 'image-to-video', image_urls: []`),
  'RES-20 three images': request(`prompt: 'a', generation_type: 'image-to-video', image_urls: [a, a, a]`),
  'RES-20 an image that is no list': request(`prompt: 'a', generation_type: 'image-to-video', image_urls: a`),
  'RES-11 a duration of 3': request(`prompt: 'a', duration: 3`),
  'RES-11 a duration of 16': request(`prompt: 'a', duration: 16`),
  'RES-12 an unknown ratio': request(`prompt: 'a', aspect_ratio: '2:1'`),
  'RES-13 an unknown resolution': request(`prompt: 'a', resolution: '8k'`),
  'RES-22 no reference': request(`prompt: 'a', generation_type: 'reference-to-video'`),
  'RES-22 audio alone': request(`prompt: 'a', generation_type: 'reference-to-video', audio_urls: [a]`),
  'RES-9 four videos': request(
    `prompt: 'a', generation_type: 'reference-to-video', video_urls: [a, a, a, a]`,
  ),
  'OPEN-16 a misspelt setting': request(`prompt: 'a', durration: 5`),
  'END-2 a handler that answers another status': handler(
    `return context.json({ taskId: 'a', credits: 1 }, 201);`,
  ),
  'RES-30 a handler that answers another body': handler(`return context.json({ id: 'a' }, 202);`),
  'ERR-5 a handler that answers the code of another status': handler(`
    return context.json({ error: { code: 'not_found', message: 'a' } } as const, 403);`),
};

function request(input: string): string {
  return `export const body: Body = { model: 'video-2-0', input: { ${input} } };`;
}

function handler(statements: string): string {
  return `export const handler: Handlers['createVideoGeneration'] = (context) => {${statements}\n};`;
}

await mkdir(REPORTS, { recursive: true });
const folder = await mkdtemp(join(REPORTS, 'types-'));
const fileOf = new Map<string, string>();
for (const [name, code] of [...Object.entries(accepted), ...Object.entries(refused)]) {
  const file = `case-${fileOf.size}.ts`;
  fileOf.set(name, file);
  await writeFile(join(folder, file), `${PRELUDE}${code}\n`);
}
const options = { noUnusedLocals: false };
await writeFile(
  join(folder, 'tsconfig.json'),
  JSON.stringify({
    extends: join(ROOT, 'tsconfig.base.json'),
    compilerOptions: options,
    include: ['case-*.ts'],
  }),
);
const tsc = promisify(execFile)(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder, '--pretty', 'false']);
const { stdout } = await tsc.catch((error: { stdout: string }) => error);

afterAll(() => rm(folder, { recursive: true }));

function listErrors(name: string): string[] {
  return stdout.split('\n').filter((line) => line.includes(`${fileOf.get(name)}(`));
}

test.each(Object.keys(accepted))('%s compiles', (name) => {
  expect(listErrors(name)).toEqual([]);
});

test.each(Object.keys(refused))('%s does not compile', (name) => {
  expect(listErrors(name)).toHaveLength(1);
});
