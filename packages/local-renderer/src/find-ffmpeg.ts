/** Settles which FFmpeg encodes, by having it encode. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ffmpegEnvironment } from './ffmpeg-environment.ts';

const run = promisify(execFile);

/** Structured log for the FFmpeg that was chosen. */
export interface FfmpegLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Thrown when FFMPEG names a program that cannot encode. */
export class FfmpegUnusableError extends Error {
  readonly code = 'ffmpeg_unusable';
  override readonly name = 'FfmpegUnusableError';
}

const TIMEOUT_MS = 20_000;
const TRIAL = [
  ...['-hide_banner', '-loglevel', 'error', '-f', 'lavfi', '-i', 'color=size=64x64:rate=8:duration=1'],
  ...['-c:v', 'libx264', '-f', 'null', '-'],
];

/**
 * Gives the program to encode with, or undefined for WebAssembly. `system` is the `ffmpeg` of the PATH when that one can
 * encode; anything else is the path of one that must.
 * @throws {FfmpegUnusableError}
 */
export async function findFfmpeg(setting: string | undefined, log: FfmpegLog): Promise<string | undefined> {
  if (setting === undefined) return undefined;
  const program = setting === 'system' ? 'ffmpeg' : setting;
  try {
    await run(program, TRIAL, { timeout: TIMEOUT_MS, env: ffmpegEnvironment() });
    log.info({ ffmpeg: program }, 'FFmpeg encodes');
    return program;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.trim() : String(cause);
    if (setting !== 'system') {
      throw new FfmpegUnusableError(
        `FFMPEG must be system, or the path of a program that encodes libx264: ${why}`,
        {
          cause,
        },
      );
    }
    log.warn({ why }, 'FFMPEG=system, but no installed FFmpeg encodes libx264; WebAssembly is used instead');
    return undefined;
  }
}
