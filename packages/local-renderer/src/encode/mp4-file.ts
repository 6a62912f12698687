import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import type { EncodedSound } from './aac-encoder.ts';

const BT709 = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const;
const CONTAINERS = new Set(['moov', 'trak', 'mdia']);
const TIMED = new Set(['mvhd', 'tkhd', 'mdhd']);

/**
 * Joins an encoded video and its sound into one MP4 with the index in front, so that playback starts before the whole
 * file is there. Every frame gets its exact time.
 */
export async function joinMp4(
  video: { file: Uint8Array<ArrayBuffer>; framesPerSecond: number },
  sound: EncodedSound | null,
): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const videoSource = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(videoSource, { frameRate: video.framesPerSecond });
  const soundSource = sound ? new EncodedAudioPacketSource('aac') : null;
  if (soundSource) output.addAudioTrack(soundSource);
  await output.start();
  await Promise.all([copyVideo(video, videoSource), sound && soundSource && copySound(sound, soundSource)]);
  await output.finalize();
  if (!target.buffer) throw new Error('The MP4 was not written');
  const file = new Uint8Array(target.buffer);
  clearTimes(file);
  return file;
}

async function copyVideo(
  video: { file: Uint8Array<ArrayBuffer>; framesPerSecond: number },
  source: EncodedVideoPacketSource,
): Promise<void> {
  using input = new Input({ source: new BufferSource(video.file), formats: [MP4] });
  const track = await input.getPrimaryVideoTrack();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || !decoderConfig) throw new Error('The H.264 encoder gave no video');
  let frame = 0;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const timed = packet.clone({
      timestamp: frame / video.framesPerSecond,
      duration: 1 / video.framesPerSecond,
    });
    await source.add(
      timed,
      frame === 0 ? { decoderConfig: { ...decoderConfig, colorSpace: BT709 } } : undefined,
    );
    frame++;
  }
  source.close();
}

async function copySound(sound: EncodedSound, source: EncodedAudioPacketSource): Promise<void> {
  for (const [index, packet] of sound.packets.entries()) {
    await source.add(packet, index === 0 ? { decoderConfig: sound.decoderConfig } : undefined);
  }
  source.close();
}

/** Sets the creation and modification times inside an MP4 to zero, which means unknown, so that equal videos are equal files. */
function clearTimes(file: Uint8Array): void {
  clearBoxes(new DataView(file.buffer, file.byteOffset, file.byteLength), 0, file.byteLength);
}

// ISO/IEC 14496-12: a box is a 32-bit size, a four-letter type and its content.
function clearBoxes(view: DataView, start: number, end: number): void {
  let position = start;
  while (position + 8 <= end) {
    const size = view.getUint32(position);
    const type = String.fromCharCode(...[4, 5, 6, 7].map((offset) => view.getUint8(position + offset)));
    if (CONTAINERS.has(type)) clearBoxes(view, position + 8, position + size);
    if (TIMED.has(type)) {
      const bytes = view.getUint8(position + 8) === 1 ? 16 : 8;
      new Uint8Array(view.buffer, view.byteOffset + position + 12, bytes).fill(0);
    }
    // A size of 1 announces a 64-bit size: only the media data does that, and it comes last.
    if (size < 8) return;
    position += size;
  }
}
