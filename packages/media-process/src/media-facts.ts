/** Facts about a medium, read from its bytes alone. Sides are in pixels as shown, after any rotation. */
export type ProbedMedia = ProbedImage | TimedMedia;

/** Facts about an image. */
export interface ProbedImage {
  readonly kind: 'image';
  readonly format: 'jpeg' | 'png' | 'webp';
  readonly width: number;
  readonly height: number;
}

/** Facts about a video or an audio file. */
export type TimedMedia =
  | {
      readonly kind: 'video';
      readonly format: 'mp4' | 'mov' | 'webm';
      readonly durationSeconds: number;
      readonly width: number;
      readonly height: number;
      readonly hasAudio: boolean;
    }
  | {
      readonly kind: 'audio';
      readonly format: 'mp3' | 'wav' | 'm4a' | 'aac';
      readonly durationSeconds: number;
    };
