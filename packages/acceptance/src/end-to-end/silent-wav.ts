const SAMPLES_PER_SECOND = 8_000;

/** Makes a silent WAV: mono, 8 bits a sample. */
export function silentWav(seconds: number): Buffer {
  const samples = Buffer.alloc(Math.round(seconds * SAMPLES_PER_SECOND), 0x80);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20); // PCM
  head.writeUInt16LE(1, 22); // channels
  head.writeUInt32LE(SAMPLES_PER_SECOND, 24);
  head.writeUInt32LE(SAMPLES_PER_SECOND, 28); // bytes a second
  head.writeUInt16LE(1, 32); // bytes a sample
  head.writeUInt16LE(8, 34); // bits a sample
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}
