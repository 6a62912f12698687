export type { KeyframeVideoOptions } from './convert-options.ts';
export { createKeyframe, type KeyframeProvider, type KeyframeSettings, keyframe } from './create-keyframe.ts';
export type { KeyframeVideoModelId } from './video-model.ts';
