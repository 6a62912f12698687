import type { ProbedMedia } from '@keyframe/media-process';
import { InvalidMaterialError } from './invalid-material-error.ts';

/** Names the kinds of material. */
export type MaterialKind = ProbedMedia['kind'];

/** Holds what is accepted of one kind (OPEN-8). */
interface MaterialLimits {
  readonly field: string;
  readonly formats: string;
  readonly maxMegabytes: number;
}

/** Lists the field, formats and size of each kind; a megabyte is a million bytes. */
const MATERIAL_LIMITS: Readonly<Record<MaterialKind, MaterialLimits>> = {
  image: { field: 'input.image_urls', formats: 'JPEG, PNG or WebP', maxMegabytes: 20 },
  video: { field: 'input.video_urls', formats: 'MP4, MOV or WebM', maxMegabytes: 200 },
  audio: { field: 'input.audio_urls', formats: 'MP3, WAV, M4A or AAC', maxMegabytes: 50 },
};

const BYTES_PER_MEGABYTE = 1_000_000;
const CONNECT_AND_ANSWER_MS = 60_000;
const BYTES_PER_MS = 1_000;

/** Limits of a download by its kind: bytes, and time by its size at a megabyte a second. */
export function downloadLimits(kind: MaterialKind) {
  return {
    maxBytes: MATERIAL_LIMITS[kind].maxMegabytes * BYTES_PER_MEGABYTE,
    timeoutMs: (bytes: number) => CONNECT_AND_ANSWER_MS + Math.ceil(bytes / BYTES_PER_MS),
  };
}

/** Bounds the playback time of all videos together, and of all audios together, in seconds. */
const MAX_PLAYBACK_SECONDS = 15;

/** Names one reference of a task. */
export interface MaterialPosition {
  readonly kind: MaterialKind;
  /** Counts from 0 within its field. */
  readonly position: number;
}

/** Creates the error that says what is wrong with a reference, and what is accepted. */
export function invalidMaterial(
  { kind, position }: MaterialPosition,
  problem: string,
  options: ConstructorParameters<typeof InvalidMaterialError>[1] = {},
): InvalidMaterialError {
  const { field, formats, maxMegabytes } = MATERIAL_LIMITS[kind];
  const accepted = `it takes ${formats} up to ${maxMegabytes} MB`;
  return new InvalidMaterialError(`${field}.${position} ${problem}; ${accepted}`, options);
}

interface Playable {
  readonly durationSeconds: number;
}

function checkPlaybackTime(kind: 'video' | 'audio', materials: readonly Playable[]): void {
  // In whole milliseconds: three clips of 5 seconds add up to exactly 15, without the errors of binary fractions.
  const milliseconds = Math.round(
    materials.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0) * 1_000,
  );
  if (milliseconds <= MAX_PLAYBACK_SECONDS * 1_000) return;
  throw new InvalidMaterialError(
    `${MATERIAL_LIMITS[kind].field} plays ${milliseconds / 1_000} seconds in total; it takes at most ${MAX_PLAYBACK_SECONDS}`,
  );
}

/** Throws an `InvalidMaterialError` when the videos, or the audios, play too long together (RES-9, RES-10). */
export function checkPlaybackTimes(videos: readonly Playable[], audios: readonly Playable[]): void {
  checkPlaybackTime('video', videos);
  checkPlaybackTime('audio', audios);
}
