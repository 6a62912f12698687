// Materials for tests, made by FFmpeg's own encoders: nothing of ours is in them.
import { writeFile } from 'node:fs/promises';
import { createFfmpeg } from '../../../media/process/ffmpeg/load-ffmpeg.ts';

/** Runs FFmpeg with arguments that end before the output file, and writes what it makes to `path`. */
export async function makeMedia(path: string, args: readonly string[]): Promise<void> {
  const ffmpeg = await createFfmpeg();
  const made = `/made${path.slice(path.lastIndexOf('.'))}`;
  const lines: string[] = [];
  ffmpeg.setLogger(({ message }) => lines.push(message));
  const status = ffmpeg.exec(...args, made);
  if (status !== 0) throw new Error(`FFmpeg failed:\n${lines.join('\n')}`);
  await writeFile(path, ffmpeg.FS.readFile(made));
}

/** The input arguments of a sine tone. */
export function toneInput(hertz: number, seconds: number): string[] {
  return ['-f', 'lavfi', '-i', `sine=frequency=${hertz}:duration=${seconds}:sample_rate=44100`];
}

/** The input arguments of a moving test picture. */
export function testPictureInput(size: string, seconds: number): string[] {
  return ['-f', 'lavfi', '-i', `testsrc=size=${size}:rate=12:duration=${seconds}`];
}

/** The input arguments of a picture in one colour. */
export function colourInput(colour: string, seconds: number): string[] {
  return ['-f', 'lavfi', '-i', `color=c=${colour}:size=320x180:rate=12:duration=${seconds}`];
}
