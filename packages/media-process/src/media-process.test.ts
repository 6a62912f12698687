import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { constants, getPriority } from 'node:os';
import { expect, test, vi } from 'vitest';
import { type MediaJob, mediaReportSchema } from './media-messages.ts';
import { startMediaProcess } from './media-process.ts';
import { endlessWebm, m4aOfSamples } from './testing/hostile-media.ts';
import { useScratchFolder } from './testing/scratch-folder.ts';

const file = useScratchFolder();
const LIMITS = { signal: undefined, cpuMs: 5_000, timeoutMs: 60_000 };
const MEDIA = { kind: 'audio', format: 'm4a', durationSeconds: expect.any(Number) };
const PROBED = expect.objectContaining({ outcome: { kind: 'probed', media: MEDIA } });
const probing = (path: string): MediaJob => ({ kind: 'probe', path });

async function soundFile(): Promise<string> {
  await writeFile(file('sound.m4a'), m4aOfSamples(10));
  return file('sound.m4a');
}

/** Runs a script in its own process, so that its end shows what happens to the processes that it started. */
function runScript(script: string): ChildProcess {
  const options = ['--input-type=module', '--eval', script];
  return spawn(process.execPath, options, { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit'] });
}

test('a process reads one file after the other, and is gone when it is stopped', async () => {
  const path = await soundFile();
  const child = startMediaProcess();
  expect(await child.run(probing(path), LIMITS)).toEqual(PROBED);
  expect(await child.run(probing(import.meta.filename), LIMITS)).toMatchObject({
    outcome: { kind: 'unreadable', problem: 'its format is not accepted' },
  });
  expect(await child.run(probing(path), LIMITS)).toEqual(PROBED);
  expect(child.isDead).toBe(false);
  await child.stop();
  expect(child.isDead).toBe(true);
});

test('a process has a low priority', async () => {
  const child = startMediaProcess();
  expect(getPriority(child.pid)).toBe(constants.priority.PRIORITY_BELOW_NORMAL);
  await child.stop();
});

test('a process gets nothing of the environment', async () => {
  vi.stubEnv('NODE_OPTIONS', '--import=/nowhere/at-all.mjs');
  const child = startMediaProcess();
  vi.unstubAllEnvs();
  expect(await child.run(probing(await soundFile()), LIMITS)).toEqual(PROBED);
  await child.stop();
});

test('a file is not at fault for problems of the machine', async () => {
  const path = await soundFile();
  const child = startMediaProcess();
  const job = {
    kind: 'sound',
    path,
    output: file('absent/sound'),
    sampleRate: 8_000,
    channels: 1,
    maxSeconds: 1,
  } as const;
  expect(await child.run(job, LIMITS)).toMatchObject({
    outcome: { kind: 'failed', problem: expect.stringContaining('ENOENT') },
  });
  expect(await child.run(probing(file('nothing.m4a')), LIMITS)).toMatchObject({
    outcome: { kind: 'failed', problem: expect.stringContaining('ENOENT') },
  });
  await child.stop();
});

test('a process that is killed from outside is no fault of the file', async () => {
  await writeFile(file('killed.webm'), endlessWebm());
  const child = startMediaProcess();
  const running = child.run(probing(file('killed.webm')), { ...LIMITS, cpuMs: 60_000 }).catch(String);
  process.kill(child.pid ?? 0, 'SIGKILL');
  expect(await running).toBe('Error: The media process ended with SIGKILL');
  expect(child.isDead).toBe(true);
});

test('a process that takes long without having used its CPU time is no fault of the file', async () => {
  await writeFile(file('long.webm'), endlessWebm());
  const child = startMediaProcess();
  const limits = { ...LIMITS, cpuMs: 60_000, timeoutMs: 2_000 };
  const failure = await child.run(probing(file('long.webm')), limits).catch(String);
  expect(failure).toBe('Error: The machine is too busy to read a medium');
  expect(child.isDead).toBe(true);
});

test('a warm process keeps nobody alive', async () => {
  const path = JSON.stringify(await soundFile());
  const script = runScript(
    `const { probeMedia } = await import('./probe-media.ts'); await probeMedia(${path}); process.stdout.write('read')`,
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

const REPORT = { usedCpuMs: 1, residentBytes: 1 };

test.each([
  {},
  { ...REPORT },
  { outcome: { kind: 'decoded', bytes: 1 } },
  { ...REPORT, outcome: { kind: 'probed', media: { kind: 'image', format: 'gif', width: 1, height: 1 } } },
  { ...REPORT, outcome: { kind: 'probed', media: { kind: 'audio', format: 'm4a', durationSeconds: null } } },
  { ...REPORT, outcome: { kind: 'decoded', bytes: -1 } },
  { ...REPORT, outcome: { kind: 'decoded', bytes: 1, path: '/etc/passwd' } },
  { ...REPORT, outcome: { kind: 'unreadable', problem: 'x'.repeat(201) } },
])('a process is not believed that reports %j', (report) => {
  expect(mediaReportSchema.safeParse(report).success).toBe(false);
});
