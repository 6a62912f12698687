// Decodes a video as a player would: FFmpeg decodes every picture and every sample of it.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FfmpegCore } from '@ffmpeg/core';

/** The result of decoding a video. */
export interface DecodedVideo {
  /** Seconds. */
  duration: number;
  codec: string;
  width: number;
  height: number;
  /** Pictures decoded, and how many of them differ. */
  pictures: number;
  differentPictures: number;
  sound: { codec: string; seconds: number } | undefined;
  /** Messages of the decoder. */
  complaints: string[];
}

interface ProbedStream {
  codec_type: string;
  codec_name: string;
  duration: string;
  width: number;
  height: number;
}

interface Probed {
  streams: ProbedStream[];
  format: { duration: string };
}

const FILE = '/video.mp4';
const PROBED = '/probed.json';
const PICTURES = '/pictures.txt';
/** The build says so at the end of every probe. */
const NOISE = 'Aborted()';

let core: Promise<FfmpegCore> | undefined;

async function loadCore(): Promise<FfmpegCore> {
  // The build takes its surroundings for a browser's worker, and asks where its script came from.
  Object.assign(globalThis, { self: { location: { href: import.meta.resolve('@ffmpeg/core') } } });
  try {
    const { default: createCore } = await import('@ffmpeg/core');
    return await createCore({
      wasmBinary: await readFile(fileURLToPath(import.meta.resolve('@ffmpeg/core/wasm'))),
    });
  } finally {
    Reflect.deleteProperty(globalThis, 'self');
  }
}

function readText(ffmpeg: FfmpegCore, path: string): string {
  const text = new TextDecoder().decode(ffmpeg.FS.readFile(path));
  ffmpeg.FS.unlink(path);
  return text;
}

/** Decodes a whole video with its sound; throws if that fails. */
export async function decodeVideo(bytes: Uint8Array): Promise<DecodedVideo> {
  core ??= loadCore();
  const ffmpeg = await core;
  const complaints: string[] = [];
  ffmpeg.setLogger(({ message }) => {
    if (message !== NOISE) complaints.push(message);
  });
  ffmpeg.FS.writeFile(FILE, bytes);
  ffmpeg.ffprobe('-v', 'warning', '-show_streams', '-show_format', '-of', 'json', '-i', FILE, '-o', PROBED);
  ffmpeg.reset();
  const decodeSound = ['-map', '0:a?', '-f', 'null', '-'];
  const status = ffmpeg.exec(
    '-v',
    'warning',
    '-i',
    FILE,
    '-map',
    '0:v',
    '-f',
    'framemd5',
    PICTURES,
    ...decodeSound,
  );
  ffmpeg.reset();
  if (status !== 0) throw new Error(`FFmpeg could not decode it:\n${complaints.join('\n')}`);
  const hashes = readText(ffmpeg, PICTURES)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(',').at(-1));
  return { ...describe(JSON.parse(readText(ffmpeg, PROBED))), ...count(hashes), complaints };
}

function describe({ streams, format }: Probed) {
  const video = streams.find((stream) => stream.codec_type === 'video');
  const sound = streams.find((stream) => stream.codec_type === 'audio');
  if (video === undefined) throw new Error('It has no picture.');
  return {
    duration: Number(format.duration),
    codec: video.codec_name,
    width: video.width,
    height: video.height,
    sound: sound && { codec: sound.codec_name, seconds: Number(sound.duration) },
  };
}

function count(hashes: readonly unknown[]) {
  return { pictures: hashes.length, differentPictures: new Set(hashes).size };
}
