import { type Colour, mix, shade } from './colour.ts';
import { lerp } from './noise.ts';
import type { Painter } from './painter.ts';
import { between, createRandom, hashText } from './random.ts';
import type { Raster } from './raster.ts';
import { createRidgeProfile, PROFILE_LENGTH, PROFILE_SPAN, type RidgeProfile } from './ridge-profile.ts';
import type { ScenePlan } from './scene-plan.ts';

/** Describes one layer of land. */
export interface RidgeOptions {
  /** 0 is at the horizon and pale with haze, 1 is close and dark. */
  readonly nearness: number;
  /** Where the layer stands, as a fraction of the picture from the top. */
  readonly base: number;
  /** How high it can rise, as a fraction of the picture. */
  readonly rise: number;
}

/** Creates one layer of land that drifts sideways, the faster the nearer it is. */
export function createRidge(plan: ScenePlan, options: RidgeOptions): Painter {
  const random = createRandom(hashText(`ridge ${options.nearness}`, plan.seed));
  const profile = createRidgeProfile(plan.ground, options.nearness, random);
  const start = between(random, 0, PROFILE_LENGTH);
  const speed = plan.drift * plan.pace * (0.01 + 0.06 * options.nearness);
  const colours = layerColours(plan, options.nearness);
  const snowy = plan.ground === 'mountains' && (plan.weather === 'snow' || options.rise > 0.3);
  const windows = plan.ground === 'city' ? createWindows(plan, options.nearness) : null;
  return (target, seconds) => {
    const { width, height, data } = target;
    const columns = outline(profile, target, start + (speed * seconds * PROFILE_LENGTH) / PROFILE_SPAN);
    const base = options.base * height;
    const rise = options.rise * height;
    const bottom = Math.min(height, Math.ceil(plan.hasWater ? plan.horizon * height + 1 : height));
    const depth = Math.max(height * 0.3, 1);
    for (let y = Math.max(0, Math.floor(base - rise * 1.2)); y < bottom; y++) {
      let index = y * width * 3;
      for (let x = 0; x < width; x++, index += 3) {
        const top = base - rise * (columns.heights[x] ?? 0);
        const inside = y + 1 - top;
        if (inside <= 0) continue;
        const below = inside / depth;
        let light = (columns.slopes[x] ?? 0) * Math.max(0, 1 - below * 2.2);
        if (snowy && inside < rise * snowLine(columns.heights[x] ?? 0)) light += 0.75;
        const fade = Math.min(below, 1);
        const lamp = windows?.(columns.positions[x] ?? 0, inside / height) ?? 0;
        const cover = Math.min(inside, 1);
        for (let channel = 0; channel < 3; channel++) {
          const body = lerp(colours.top[channel] ?? 0, colours.bottom[channel] ?? 0, fade);
          const bright =
            light >= 0 ? lerp(body, colours.lit[channel] ?? 0, Math.min(light, 1)) : body * (1 + light);
          const final = lamp > 0 ? lerp(bright, WINDOW_COLOUR[channel] ?? 0, lamp) : bright;
          const under = data[index + channel] ?? 0;
          data[index + channel] = under + (final - under) * cover;
        }
      }
    }
  };
}

const WINDOW_COLOUR: Colour = [255, 205, 120];

function layerColours(plan: ScenePlan, nearness: number): { top: Colour; bottom: Colour; lit: Colour } {
  const { land, horizon, skyMiddle, light } = plan.palette;
  const near = shade(land, 0.75 - 0.5 * nearness);
  const top = mix(mix(skyMiddle, horizon, 0.4), near, 0.3 + 0.65 * nearness);
  const bottom = mix(horizon, near, 0.25 + 0.75 * nearness);
  return { top, bottom, lit: mix(top, light, plan.daytime === 'night' ? 0.35 : 0.6) };
}

function snowLine(tall: number): number {
  return Math.max(0, (tall - 0.45) * 0.62);
}

interface Outline {
  readonly heights: Float32Array;
  readonly slopes: Float32Array;
  readonly positions: Float32Array;
}

function outline(profile: RidgeProfile, target: Raster, offset: number): Outline {
  const { width, height } = target;
  const step = PROFILE_LENGTH / (PROFILE_SPAN * height);
  const heights = new Float32Array(width);
  const slopes = new Float32Array(width);
  const positions = new Float32Array(width);
  for (let x = 0; x < width; x++) {
    const wrapped = (((offset + x * step) % PROFILE_LENGTH) + PROFILE_LENGTH) % PROFILE_LENGTH;
    const left = Math.floor(wrapped);
    const here = profile[left] ?? 0;
    const next = profile[(left + 1) % PROFILE_LENGTH] ?? 0;
    heights[x] = lerp(here, next, wrapped - left);
    const ahead = profile[(left + 12) % PROFILE_LENGTH] ?? 0;
    slopes[x] = Math.min(Math.max((ahead - here) * 3, -0.35), 0.35);
    positions[x] = wrapped;
  }
  return { heights, slopes, positions };
}

/** Tells how brightly a window shines at a position along the profile and a depth below the roof. */
type Windows = (position: number, depth: number) => number;

function createWindows(plan: ScenePlan, nearness: number): Windows {
  const dark = plan.daytime === 'night' || plan.daytime === 'dusk' || plan.daytime === 'storm';
  const share = dark ? 0.34 : 0.08;
  const pitch = 7 + nearness * 5;
  const floor = 0.013 + nearness * 0.008;
  return (position, depth) => {
    const column = Math.floor(position / pitch);
    const row = Math.floor(depth / floor);
    const insideX = position / pitch - column;
    const insideY = depth / floor - row;
    if (row < 1 || insideX < 0.3 || insideX > 0.8 || insideY < 0.3 || insideY > 0.75) return 0;
    const chance = hashCell(column, row, plan.seed);
    return chance < share ? 0.45 + chance : 0;
  };
}

function hashCell(column: number, row: number, seed: number): number {
  let hash = Math.imul(column + 1, 0x27d4eb2f) ^ Math.imul(row + 1, 0x165667b1) ^ seed;
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) / 4294967296;
}
