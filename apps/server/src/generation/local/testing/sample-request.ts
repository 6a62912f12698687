import type { RenderRequest } from '../render-request.ts';

/** Builds a small request; tests name only what they are about. */
export function sampleRequest(outputPath: string, changes: Partial<RenderRequest> = {}): RenderRequest {
  return {
    mode: 'text-to-video',
    prompt: 'a sailing boat on a calm sea at sunset',
    durationSeconds: 4,
    aspectRatio: '16:9',
    resolution: '480p',
    generateAudio: false,
    watermark: false,
    seed: 7,
    fidelity: 'preview',
    imagePaths: [],
    videos: [],
    sounds: [],
    pictureRatio: null,
    outputPath,
    lastFramePath: null,
    ...changes,
  };
}
