import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { useScratchFolder } from '../generation/local/testing/scratch-folder.ts';
import { startProbeProcess } from './probe-process.ts';
import { probeReportSchema } from './probe-report.ts';
import { endlessWebm, m4aOfSamples } from './testing/hostile-media.ts';

const file = useScratchFolder();
const LIMITS = { signal: undefined, cpuMs: 5_000, timeoutMs: 60_000 };
const MEDIA = { kind: 'audio', format: 'm4a', durationSeconds: expect.any(Number) };

async function soundFile(): Promise<string> {
  await writeFile(file('sound.m4a'), m4aOfSamples(10));
  return file('sound.m4a');
}

/** Runs a script in a process of its own, whose end tells what became of those that it started. */
function runScript(script: string): ChildProcess {
  const options = ['--input-type=module', '--eval', script];
  return spawn(process.execPath, options, { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit'] });
}

test('a process reads one file after the other, and is gone when it is stopped', async () => {
  const path = await soundFile();
  const child = startProbeProcess();
  expect(await child.probe(path, LIMITS)).toEqual({ media: MEDIA });
  expect(await child.probe(import.meta.filename, LIMITS)).toHaveProperty('problem');
  expect(await child.probe(path, LIMITS)).toEqual({ media: MEDIA });
  expect(child.isDead).toBe(false);
  await child.stop();
  expect(child.isDead).toBe(true);
});

test('a process gets nothing of the environment', async () => {
  vi.stubEnv('NODE_OPTIONS', '--import=/nowhere/at-all.mjs');
  const child = startProbeProcess();
  vi.unstubAllEnvs();
  expect(await child.probe(await soundFile(), LIMITS)).toEqual({ media: MEDIA });
  await child.stop();
});

test('a process that ends by itself before it has reported is no fault of the file', async () => {
  const child = startProbeProcess();
  await expect(child.probe(file('nothing.m4a'), LIMITS)).rejects.toThrow(
    'The probing process ended with exit code 1',
  );
  expect(child.isDead).toBe(true);
});

test('a process that takes long without having used its CPU time is no fault of the file', async () => {
  await writeFile(file('long.webm'), endlessWebm());
  const child = startProbeProcess();
  const limits = { ...LIMITS, cpuMs: 60_000, timeoutMs: 300 };
  const failure = await child.probe(file('long.webm'), limits).catch(String);
  expect(failure).toBe('Error: The machine is too busy to read a medium');
  expect(child.isDead).toBe(true);
});

test('a warm process keeps nobody alive', async () => {
  const path = JSON.stringify(await soundFile());
  const script = runScript(
    `const { probeMedia } = await import('./probe.ts'); await probeMedia(${path}); process.stdout.write('read')`,
  );
  const [[text], [code]] = await Promise.all([once(script.stdout ?? script, 'data'), once(script, 'exit')]);
  expect([String(text), code]).toEqual(['read', 0]);
});

test('a process that is too busy to hear of it ends with the one that started it', async () => {
  const path = JSON.stringify(new URL('./testing/busy-child.ts', import.meta.url).pathname);
  const script = runScript(
    `const { fork } = await import('node:child_process');
    fork(${path}, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });`,
  );
  const { stdout } = script;
  if (!stdout) throw new Error('unreachable');
  const closed = once(stdout, 'close');
  await once(stdout, 'data');
  script.kill('SIGKILL');
  // Both hold its other end.
  await closed;
});

test.each([
  {},
  { media: { kind: 'image', format: 'png', width: 1, height: 1 } },
  { media: { kind: 'audio', format: 'm4a', durationSeconds: null } },
  { media: { kind: 'audio', format: 'm4a', durationSeconds: 1, path: '/etc/passwd' } },
  { problem: 'x'.repeat(201) },
])('a process is not believed that reports %j', (report) => {
  expect(probeReportSchema.safeParse(report).success).toBe(false);
});
