import type { Sound } from '../encode/aac-encoder.ts';
import { smooth } from '../picture/noise.ts';
import { between, createRandom, type Random } from '../picture/random.ts';
import type { ScenePlan } from '../picture/scene-plan.ts';
import { composeHarmony, type Harmony } from './harmony.ts';

/** States how long and how finely to synthesise. */
export interface SoundFormat {
  readonly durationSeconds: number;
  readonly sampleRate: number;
  readonly channels: number;
}

const SINE_STEPS = 4096;
const SINE = Float32Array.from({ length: SINE_STEPS }, (_, step) =>
  Math.sin((step / SINE_STEPS) * 2 * Math.PI),
);
const FADE_IN_SECONDS = 0.6;
const FADE_OUT_SECONDS = 1;

/** Synthesises ambient sound for a scene: slow chords, plucked tones, and surf, wind or rain where they belong. */
export function composeSoundtrack(plan: ScenePlan, format: SoundFormat): Sound {
  const random = createRandom(plan.seed ^ 0x50d);
  const sound: Sound = {
    samples: new Float32Array(format.durationSeconds * format.sampleRate * format.channels),
    sampleRate: format.sampleRate,
    channels: format.channels,
  };
  const harmony = composeHarmony(plan, random);
  addPads(sound, harmony, random);
  addPlucks(sound, harmony, { random, perSecond: 0.9 * plan.pace });
  addAir(sound, plan, random);
  fadeEnds(sound);
  return sound;
}

function countSeconds(sound: Sound): number {
  return sound.samples.length / sound.channels / sound.sampleRate;
}

function addPads(sound: Sound, harmony: Harmony, random: Random): void {
  const step = countSeconds(sound) / harmony.chords.length;
  harmony.chords.forEach((chord, index) => {
    chord.forEach((frequency, voice) => {
      // Two slightly mistuned strings a note, apart in the stereo picture, beat softly against each other.
      for (const side of [-1, 1]) {
        addTone(sound, {
          frequency: frequency * (1 + side * between(random, 0.0008, 0.0022)),
          start: index * step - 0.5,
          length: step + 1,
          attack: 0.8,
          release: 0.9,
          gain: 0.075 / (1 + voice * 0.35),
          pan: side * between(random, 0.2, 0.7),
          brightness: 0.22,
        });
      }
    });
  });
}

function addPlucks(sound: Sound, harmony: Harmony, rhythm: { random: Random; perSecond: number }): void {
  const { random, perSecond } = rhythm;
  const seconds = countSeconds(sound);
  for (let time = 0.5; time < seconds - 0.8; time += between(random, 0.6, 1.4) / perSecond) {
    const frequency = harmony.tones[Math.floor(random() * harmony.tones.length)] ?? 440;
    addTone(sound, {
      frequency,
      start: time,
      length: 1.6,
      attack: 0.012,
      release: 1.55,
      gain: between(random, 0.03, 0.07),
      pan: between(random, -0.8, 0.8),
      brightness: 0.12,
    });
  }
}

interface Tone {
  readonly frequency: number;
  readonly start: number;
  readonly length: number;
  readonly attack: number;
  readonly release: number;
  readonly gain: number;
  readonly pan: number;
  /** Strength of the second and third partial. */
  readonly brightness: number;
}

function addTone(sound: Sound, tone: Tone): void {
  const { samples, sampleRate, channels } = sound;
  const total = samples.length / channels;
  const from = Math.max(0, Math.round(tone.start * sampleRate));
  const to = Math.min(total, Math.round((tone.start + tone.length) * sampleRate));
  const step = (tone.frequency * SINE_STEPS) / sampleRate;
  const left = tone.gain * Math.cos(((tone.pan + 1) * Math.PI) / 4);
  const right = tone.gain * Math.sin(((tone.pan + 1) * Math.PI) / 4);
  const mask = SINE_STEPS - 1;
  for (let index = from; index < to; index++) {
    const time = index / sampleRate - tone.start;
    const envelope = Math.min(time / tone.attack, 1) * Math.min((tone.length - time) / tone.release, 1);
    const phase = (time * sampleRate * step) | 0;
    const wave =
      (SINE[phase & mask] ?? 0) +
      tone.brightness * (SINE[(phase * 2) & mask] ?? 0) +
      tone.brightness * 0.4 * (SINE[(phase * 3) & mask] ?? 0);
    const value = wave * envelope * envelope;
    const at = index * channels;
    samples[at] = (samples[at] ?? 0) + value * (channels === 1 ? tone.gain * 0.7 : left);
    if (channels === 2) samples[at + 1] = (samples[at + 1] ?? 0) + value * right;
  }
}

// Filtered noise that swells: long swells are surf, short ones are gusts, bright steady noise is rain.
function addAir(sound: Sound, plan: ScenePlan, random: Random): void {
  const { samples, sampleRate, channels } = sound;
  const raining = plan.weather === 'rain';
  const gain = raining ? 0.09 : plan.hasWater ? 0.16 : 0.05;
  const cutoff = 1 - Math.exp((-2 * Math.PI * (raining ? 5200 : plan.hasWater ? 700 : 380)) / sampleRate);
  const swell = (plan.hasWater ? 0.19 : 0.31) * plan.pace;
  const phase = between(random, 0, 1);
  const low = new Float32Array(channels);
  for (let index = 0; index < samples.length; index++) {
    const channel = index % channels;
    const time = index / channels / sampleRate;
    const filtered = (low[channel] ?? 0) + cutoff * (random() * 2 - 1 - (low[channel] ?? 0));
    low[channel] = filtered;
    const wave =
      SINE[Math.floor((time * swell + phase + channel * 0.03) * SINE_STEPS) & (SINE_STEPS - 1)] ?? 0;
    const loudness = raining ? 0.8 + 0.2 * wave : 0.15 + 0.85 * smooth(0.5 + 0.5 * wave);
    samples[index] = (samples[index] ?? 0) + filtered * loudness * gain * 3;
  }
}

function fadeEnds(sound: Sound): void {
  const { samples, sampleRate, channels } = sound;
  const seconds = countSeconds(sound);
  for (let index = 0; index < samples.length; index++) {
    const time = index / channels / sampleRate;
    const level = smooth(time / FADE_IN_SECONDS) * smooth((seconds - time) / FADE_OUT_SECONDS);
    samples[index] = Math.tanh((samples[index] ?? 0) * level * 1.2);
  }
}
