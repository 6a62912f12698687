/** Links to results: they carry their expiry and a signature over task, file and expiry. */
import { createHmac, type Hmac, type KeyObject, timingSafeEqual } from 'node:crypto';

export type ResultFile = 'video' | 'last-frame';

export interface ResultLink {
  readonly taskId: string;
  readonly file: ResultFile;
  readonly expiresAt: Date;
}

export interface ResultLinks {
  create(link: ResultLink): string;
  /** Checks which file a presented link allows to read. */
  check(link: {
    taskId: string;
    file: ResultFile;
    expires: string;
    signature: string;
  }): 'valid' | 'expired' | 'forged';
}

/** Result files by name: what the paths of links end with. */
export const RESULT_FILE_NAMES = { video: 'video.mp4', 'last-frame': 'last-frame.png' } as const;
export const RESULT_MEDIA_TYPES = { video: 'video/mp4', 'last-frame': 'image/png' } as const;

/** Creates the maker and checker of links; all instances share `secret`. */
export function createResultLinks(publicUrl: string, secret: KeyObject): ResultLinks {
  const sign = (taskId: string, file: ResultFile, expires: string): Hmac =>
    createHmac('sha256', secret).update(`${taskId}\n${file}\n${expires}`);
  return {
    create({ taskId, file, expiresAt }) {
      // Rounded up, so that the link never ends before the time that the record states.
      const expires = String(Math.ceil(expiresAt.getTime() / 1000));
      const signature = sign(taskId, file, expires).digest('base64url');
      return `${publicUrl}/results/${taskId}/${RESULT_FILE_NAMES[file]}?expires=${expires}&signature=${signature}`;
    },
    check({ taskId, file, expires, signature }) {
      const expected = sign(taskId, file, expires).digest();
      const given = Buffer.from(signature, 'base64url');
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'forged';
      return Number(expires) * 1000 > Date.now() ? 'valid' : 'expired';
    },
  };
}
