import { registerAacEncoder } from '@mediabunny/aac-encoder';
import {
  AudioSample,
  AudioSampleSource,
  type EncodedPacket,
  Mp4OutputFormat,
  NullTarget,
  Output,
} from 'mediabunny';

registerAacEncoder();

/** Interleaved sound, -1 to 1. */
export interface Sound {
  readonly samples: Float32Array<ArrayBuffer>;
  readonly sampleRate: number;
  readonly channels: number;
}

/** AAC frames and what a decoder must know of them. */
export interface EncodedSound {
  readonly packets: readonly EncodedPacket[];
  readonly decoderConfig: AudioDecoderConfig;
}

// AAC-LC looks one frame ahead, so its first 1,024 samples come before the sound that was put in.
const PRIMING_SAMPLES = 1024;

/** Encodes sound to AAC-LC; the packets' times begin before zero by the codec's delay and end with the sound. */
export async function encodeAac(sound: Sound, bitrate: number): Promise<EncodedSound> {
  const encoded: EncodedPacket[] = [];
  let decoderConfig: AudioDecoderConfig | undefined;
  const source = new AudioSampleSource({
    codec: 'aac',
    bitrate,
    onEncodedPacket: (packet, meta) => {
      encoded.push(packet);
      decoderConfig ??= meta?.decoderConfig;
    },
  });
  // The output only drives the encoder: the packets are taken as they pass.
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: 'fragmented' }),
    target: new NullTarget(),
  });
  output.addAudioTrack(source);
  await output.start();
  const { samples, sampleRate, channels } = sound;
  const sample = new AudioSample({
    data: samples,
    format: 'f32',
    numberOfChannels: channels,
    sampleRate,
    timestamp: 0,
  });
  await source.add(sample);
  sample.close();
  await output.finalize();
  if (!decoderConfig) throw new Error('The AAC encoder gave no configuration');
  return { packets: trimPackets(encoded, sound), decoderConfig };
}

function trimPackets(packets: readonly EncodedPacket[], sound: Sound): EncodedPacket[] {
  const { sampleRate } = sound;
  const end = sound.samples.length / sound.channels / sampleRate;
  return packets.flatMap((packet) => {
    const timestamp = packet.timestamp - PRIMING_SAMPLES / sampleRate;
    if (timestamp >= end) return [];
    return [packet.clone({ timestamp, duration: Math.min(packet.duration, end - timestamp) })];
  });
}
