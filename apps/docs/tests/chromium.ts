// A Chromium out of an npm tarball, with the libraries that a bare machine lacks; CHROMIUM_PATH names another.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';

const UNPACKED = fileURLToPath(new URL('../.keyframe/chromium', import.meta.url));
// Only there does @sparticuz/chromium unpack its libraries.
const LAMBDA = 'AWS_Lambda_nodejs24.x';

async function unpack(): Promise<string> {
  mkdirSync(UNPACKED, { recursive: true });
  Object.assign(process.env, { TMPDIR: UNPACKED, AWS_EXECUTION_ENV: LAMBDA });
  const { default: tarball } = await import('@sparticuz/chromium');
  return tarball.executablePath();
}

/** Starts a browser without a window; the caller closes it. Where the tarball has none, Chrome has to be installed. */
export async function startBrowser(): Promise<Browser> {
  const { CHROMIUM_PATH } = process.env;
  const hasTarball = process.platform === 'linux' && process.arch === 'x64';
  if (CHROMIUM_PATH === undefined && !hasTarball) return chromium.launch({ channel: 'chrome' });
  // The sandbox refuses to run as root, as containers of CI do.
  return chromium.launch({ executablePath: CHROMIUM_PATH ?? (await unpack()), args: ['--no-sandbox'] });
}
