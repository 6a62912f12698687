import {
  ADTS,
  EncodedPacketSink,
  FilePathSource,
  Input,
  type InputFormat,
  type InputTrack,
  MP3,
  MP4,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny';
import { isTruncated } from './container-length.ts';
import type { MediaBytes } from './media-bytes.ts';
import type { TimedMedia } from './media-facts.ts';
import type { Container } from './sniff-container.ts';
import { UnreadableMediaError } from './unreadable-media-error.ts';

const VIDEO_FORMATS = new Map<InputFormat, 'mp4' | 'mov' | 'webm'>([
  [MP4, 'mp4'],
  [QTFF, 'mov'],
  [WEBM, 'webm'],
]);
const AUDIO_FORMATS = new Map<InputFormat, 'mp3' | 'wav' | 'm4a' | 'aac'>([
  [MP3, 'mp3'],
  [WAVE, 'wav'],
  [MP4, 'm4a'],
  [ADTS, 'aac'],
]);
/** Formats of a file by the container that it begins with; the demuxer must not look for others. */
const FORMATS: Readonly<Partial<Record<Container, InputFormat[]>>> = {
  isobmff: [MP4, QTFF],
  webm: [WEBM],
  mp3: [MP3],
  wav: [WAVE],
  adts: [ADTS],
};

/** Reads a video or an audio file. Its length is that of the material itself, not what its header claims. */
export async function probeTimedMedia(
  container: Container,
  path: string,
  bytes: MediaBytes,
): Promise<TimedMedia> {
  using input = new Input({ source: new FilePathSource(path), formats: FORMATS[container] ?? [] });
  if (!(await input.canRead())) {
    throw new UnreadableMediaError('its format is not accepted');
  }
  const format = await input.getFormat();
  if (await isTruncated(bytes)) throw new UnreadableMediaError('it is cut short');
  const tracks = await input.getTracks();
  const durationSeconds = await input.computeDuration();
  if (!(durationSeconds > 0 && Number.isFinite(durationSeconds)))
    throw new UnreadableMediaError('it has no content');
  for (const track of tracks) await readEnds(track);
  const video = await input.getPrimaryVideoTrack();
  const videoFormat = VIDEO_FORMATS.get(format);
  if (video && videoFormat) {
    const [width, height] = await Promise.all([video.getDisplayWidth(), video.getDisplayHeight()]);
    if (!(width > 0 && height > 0)) throw new UnreadableMediaError('its picture has no size');
    const hasAudio = (await input.getPrimaryAudioTrack()) !== null;
    return { kind: 'video', format: videoFormat, durationSeconds, width, height, hasAudio };
  }
  const audioFormat = AUDIO_FORMATS.get(format);
  if (!audioFormat || video || tracks.length === 0)
    throw new UnreadableMediaError('it holds neither video nor audio');
  return { kind: 'audio', format: audioFormat, durationSeconds };
}

// The index of a file can name data that isn't there.
async function readEnds(track: InputTrack): Promise<void> {
  if (!track.isVideoTrack() && !track.isAudioTrack()) return;
  const sink = new EncodedPacketSink(track);
  const [first, last] = [await sink.getFirstPacket(), await sink.getPacket(Number.POSITIVE_INFINITY)];
  if (!first?.byteLength || !last?.byteLength) throw new UnreadableMediaError('a track has no data');
}
