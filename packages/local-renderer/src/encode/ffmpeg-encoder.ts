// An FFmpeg of the machine as encoder: a process of its own that gets frames and nothing else, no file and no network.
// References stay with the FFmpeg that runs as WebAssembly: untrusted bytes are for a sandbox.
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { ffmpegEnvironment } from '../ffmpeg-environment.ts';
import type { H264Encoder, H264Options, OpenH264Encoder } from './h264-encoder.ts';

const SECONDS_PER_KEY_FRAME = 2;

/** The processes of this thread. */
const running = new Map<ChildProcess, Promise<unknown>>();

/**
 * Kills the processes of this thread and waits for their end. A thread that is terminated instead leaves each of them
 * behind as a zombie: nobody else asks for their exit code.
 */
export async function stopFfmpeg(): Promise<void> {
  for (const child of running.keys()) child.kill('SIGKILL');
  await Promise.allSettled(running.values());
}

/** Gives what opens encoders of that FFmpeg; frames take the way of `openH264Encoder`, and so does the video. */
export function openFfmpegEncoder(program: string): OpenH264Encoder {
  return async (options) => {
    const child = spawn(program, encoderArguments(options), {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: ffmpegEnvironment(),
    });
    return findEncoder(child);
  };
}

function findEncoder(child: ChildProcessByStdio<Writable, Readable, Readable>): H264Encoder {
  const { stdin, stdout, stderr } = child;
  const output = buffer(stdout);
  const problems = text(stderr);
  const ended = once(child, 'close').finally(() => running.delete(child));
  running.set(child, ended);
  // Callers that need frames wait for them; nothing waits for an encoder that was closed early.
  for (const promise of [output, problems, ended]) promise.catch(() => {});
  stdin.on('error', () => {});

  const finish = async (): Promise<Uint8Array<ArrayBuffer>> => {
    const [code] = await ended;
    if (code !== 0) throw new Error(`FFmpeg ended with ${code}: ${(await problems).trim().slice(-500)}`);
    return new Uint8Array(await output);
  };
  return {
    async add(yuv) {
      const failed = await new Promise((resolve) => stdin.write(yuv, resolve));
      // It ends before its input only when something is wrong, and then says what.
      if (failed) await finish();
    },
    finish() {
      stdin.end();
      return finish();
    },
    close: () => void child.kill('SIGKILL'),
  };
}

function encoderArguments({ width, height, framesPerSecond, quantiser }: H264Options): string[] {
  const colour = ['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709'];
  return [
    ...['-hide_banner', '-loglevel', 'error', '-f', 'rawvideo', '-pix_fmt', 'yuv420p'],
    ...['-s', `${width}x${height}`, '-r', String(framesPerSecond), '-i', 'pipe:0', '-an'],
    // One thread, no frames ahead: a rendering has one core, and x264 holds no more of 4k than it needs.
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-tune', 'zerolatency', '-threads', '1'],
    ...['-crf', String(quantiser), '-g', String(framesPerSecond * SECONDS_PER_KEY_FRAME)],
    ...['-color_range', 'tv', ...colour, '-fflags', '+bitexact', '-flags:v', '+bitexact'],
    // The encoder cannot seek in a pipe, so the index is written in fragments.
    ...['-movflags', 'frag_keyframe+empty_moov+default_base_moof', '-f', 'mp4', 'pipe:1'],
  ];
}
