// Small reference files that once kept decoders busy for minutes, filled the memory, and took the threads that DNS and
// the database's handshake need. The makers are those of the media process's own tests, at full size.
import { plainPng, playlistMp3, progressiveJpeg } from '@keyframe/media-process/costly-media';
import type { MediaAttack } from './media-attack.ts';

const BOUNDS = { cpuSeconds: 60, residentMib: 1_500, otherSeconds: 60, stopSeconds: 10 };
const SIDE = 9_999;

const PHOTO = {
  path: '/photo.png',
  type: 'image/png',
  bytes: plainPng({ width: 64, height: 64, bitsPerSample: 8, rows: 64 }),
};

/** Each submits one task of a test key. */
export const MEDIA_ATTACKS: readonly MediaAttack[] = [
  {
    name: 'a playlist that names itself, as MP3',
    before: '168 CPU s and 2 GB, other previews stopped until it trapped; a larger one did not end in 560 s',
    outcome: 'invalid_material',
    files: () => [PHOTO, { path: '/endless.mp3', type: 'audio/mpeg', bytes: playlistMp3() }],
    task: { images: ['/photo.png'], audios: ['/endless.mp3'] },
    bounds: BOUNDS,
  },
  {
    name: 'four JPEGs of 2,646 scans',
    before: '206 CPU s, 2.9 GB, submissions 500 and readiness 503 throughout, stop 196 s',
    outcome: 'invalid_material',
    files: () =>
      [1, 2, 3, 4].map((number) => ({
        path: `/scans-${number}.jpg`,
        type: 'image/jpeg',
        bytes: progressiveJpeg({ width: SIDE, height: SIDE, scans: 2_643 }),
      })),
    task: { images: [1, 2, 3, 4].map((number) => `/scans-${number}.jpg`) },
    bounds: BOUNDS,
  },
  {
    name: 'four PNGs of 16 bits and 100 million pixels',
    before: '932 MB each inside of the server',
    outcome: 'invalid_material',
    files: () => {
      const bytes = plainPng({ width: SIDE, height: SIDE, bitsPerSample: 16, rows: SIDE });
      return [1, 2, 3, 4].map((number) => ({ path: `/deep-${number}.png`, type: 'image/png', bytes }));
    },
    task: { images: [1, 2, 3, 4].map((number) => `/deep-${number}.png`) },
    bounds: BOUNDS,
  },
  {
    name: 'nine PNGs of the largest size that is accepted',
    before: 'decoded inside of the server, on the threads that DNS needs',
    outcome: 'completed',
    files: () => {
      const bytes = plainPng({ width: SIDE, height: SIDE, bitsPerSample: 8, rows: SIDE });
      return Array.from({ length: 9 }, (_, index) => ({
        path: `/large-${index}.png`,
        type: 'image/png',
        bytes,
      }));
    },
    task: { images: Array.from({ length: 9 }, (_, index) => `/large-${index}.png`) },
    bounds: { ...BOUNDS, cpuSeconds: 180 },
  },
];
