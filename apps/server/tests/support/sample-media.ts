// Media small enough to make when a test needs them.
import { openH264Encoder } from '@keyframe/local-renderer/testing';
import sharp from 'sharp';

/** Makes a PNG of one colour, 16 by 16. */
export function samplePng(): Promise<Buffer> {
  return sharp({ create: { width: 16, height: 16, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
}

/** Makes a silent WAV: mono, 8 bits, 8,000 samples a second. */
export function sampleWav(seconds: number): Buffer {
  const samples = Buffer.alloc(Math.round(seconds * 8_000), 0x80);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20); // PCM
  head.writeUInt16LE(1, 22); // channels
  head.writeUInt32LE(8_000, 24); // samples a second
  head.writeUInt32LE(8_000, 28); // bytes a second
  head.writeUInt16LE(1, 32); // bytes a sample
  head.writeUInt16LE(8, 34); // bits a sample
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

const FRAMES_PER_SECOND = 2;

/** Makes an MP4 of one colour, 32 by 32, two frames a second. */
export async function sampleMp4(seconds: number): Promise<Uint8Array> {
  const size = { width: 32, height: 32, framesPerSecond: FRAMES_PER_SECOND, quantiser: 33 };
  const encoder = await openH264Encoder(size);
  const frame = new Uint8Array((32 * 32 * 3) / 2).fill(128);
  for (let count = 0; count < seconds * FRAMES_PER_SECOND; count += 1) await encoder.add(frame);
  const bytes = await encoder.finish();
  encoder.close();
  return bytes;
}
