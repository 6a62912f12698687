// A Chromium out of an npm tarball, with the libraries and fonts that a bare machine lacks; CHROMIUM_PATH names another.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflate } from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

const TARBALL = new URL('..', import.meta.resolve('@sparticuz/chromium'));
const PARTS = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br'];
const CACHE = fileURLToPath(new URL('../.keyframe', import.meta.url));

/**
 * Gives the folder of the unpacked browser. It gets its name when it is whole, so that a run that was killed, or another
 * one at the same time, leaves nothing behind that looks like a browser.
 */
async function unpack(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('package.json', TARBALL), 'utf8'));
  const target = join(CACHE, `chromium-${version}`);
  if (existsSync(target)) return target;
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(`${target}-`);
  const { TMPDIR } = process.env;
  try {
    // `inflate` writes below os.tmpdir(), and nowhere else.
    process.env.TMPDIR = folder;
    await Promise.all(PARTS.map((part) => inflate(fileURLToPath(new URL(`bin/${part}`, TARBALL)))));
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
  await writeFile(join(folder, 'fonts.conf'), fontsConfiguration(target));
  await rename(folder, target).catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  });
  return target;
}

/** The tarball's own names folders of AWS Lambda alone; without a font the browser finds no text visible. */
function fontsConfiguration(folder: string): string {
  const escaped = (path: string) => path.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${escaped(join(folder, 'fonts/fonts'))}</dir>
  <cachedir>${escaped(join(folder, 'fonts-cache'))}</cachedir>
</fontconfig>
`;
}

/**
 * Starts a browser without a window, with switches of its own if there are any; the caller closes it. Where the tarball
 * has none, Chrome has to be installed.
 */
export async function startBrowser(switches: readonly string[] = []): Promise<Browser> {
  const { CHROMIUM_PATH } = process.env;
  // The sandbox refuses to run as root, as containers of CI do.
  const args = ['--no-sandbox', ...switches];
  if (CHROMIUM_PATH !== undefined) return chromium.launch({ executablePath: CHROMIUM_PATH, args });
  const hasTarball = process.platform === 'linux' && process.arch === 'x64';
  if (!hasTarball) return chromium.launch({ channel: 'chrome' });
  const folder = await unpack();
  const env = {
    ...process.env,
    FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
  };
  return chromium.launch({ executablePath: join(folder, 'chromium'), args, env });
}
