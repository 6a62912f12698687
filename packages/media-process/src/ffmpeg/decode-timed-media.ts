import type { SoundJob, VideoJob } from '../media-messages.ts';
import type { Container } from '../sniff-container.ts';
import { UnreadableMediaError } from '../unreadable-media-error.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

/**
 * The demuxer of each container. Left to itself, FFmpeg asks all of its demuxers, and some follow names that a file
 * gives them: playlists, lists of files, descriptions of sessions.
 */
const DEMUXERS: Readonly<Partial<Record<Container, string>>> = {
  isobmff: 'mov',
  webm: 'matroska',
  wav: 'wav',
  mp3: 'mp3',
  adts: 'aac',
};

// Codecs that cameras, phones, editors and recorders write; decoders of rare formats are the least tested ones.
const CODECS = [
  ...['h264', 'hevc', 'mpeg4', 'mjpeg', 'prores', 'vp8', 'vp9'],
  ...['aac', 'mp3float', 'alac', 'flac', 'opus', 'vorbis'],
  ...['pcm_u8', 'pcm_s8', 'pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_s32le', 'pcm_s32be'],
  ...['pcm_f32le', 'pcm_f32be', 'pcm_f64le', 'pcm_alaw', 'pcm_mulaw', 'adpcm_ms', 'adpcm_ima_wav'],
];
/** 4096 x 2304: larger frames would not fit into the memory of the process as a decoder's references. */
const MAX_FRAME_PIXELS = 9_437_184;
const BYTES_PER_SAMPLE = 4;
/** Tolerance for decoders that end a frame later than requested. */
const SOUND_SLACK_SECONDS = 1;

/** Writes a video's first pictures, scaled to cover a size; returns the byte count, 0 if it is undecodable. */
export function decodeVideo(container: Container, job: VideoJob): Promise<number> {
  const { path, output, width, height, framesPerSecond, maxFrames } = job;
  const cover = `scale=${width}:${height}:force_original_aspect_ratio=increase,crop=${width}:${height}`;
  return runFfmpeg({
    path,
    output,
    maxOutputBytes: width * height * 3 * maxFrames,
    before: inputOptions(container),
    after: [
      ...['-an', '-sn', '-dn', '-vf', `fps=${framesPerSecond},${cover}`, '-frames:v', String(maxFrames)],
      ...['-f', 'rawvideo', '-pix_fmt', 'rgb24'],
    ],
  });
}

/** Writes the start of a sound as samples; returns the byte count, 0 if it is undecodable. */
export function decodeSound(container: Container, job: SoundJob): Promise<number> {
  const { path, output, sampleRate, channels, maxSeconds } = job;
  const bytesPerSecond = sampleRate * channels * BYTES_PER_SAMPLE;
  return runFfmpeg({
    path,
    output,
    maxOutputBytes: (maxSeconds + SOUND_SLACK_SECONDS) * bytesPerSecond,
    before: inputOptions(container),
    after: [
      ...['-vn', '-sn', '-dn', '-t', String(maxSeconds)],
      ...['-ar', String(sampleRate), '-ac', String(channels), '-f', 'f32le'],
    ],
  });
}

function inputOptions(container: Container): string[] {
  const demuxer = DEMUXERS[container];
  if (demuxer === undefined) throw new UnreadableMediaError('it holds neither video nor audio');
  return [
    ...['-f', demuxer, '-format_whitelist', demuxer, '-protocol_whitelist', 'file'],
    ...['-codec_whitelist', CODECS.join(','), '-max_pixels', String(MAX_FRAME_PIXELS), '-threads', '1'],
  ];
}
