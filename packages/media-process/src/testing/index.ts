export { runFfmpeg } from '../ffmpeg/run-ffmpeg.ts';
export { endlessWebm } from './hostile-media.ts';
export { colourInput, makeMedia, testPictureInput, toneInput } from './make-media.ts';
export { useScratchFolder } from './scratch-folder.ts';
