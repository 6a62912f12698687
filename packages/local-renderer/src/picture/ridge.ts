import { type Colour, mix, shade } from './colour.ts';
import { lerp, smooth } from './noise.ts';
import type { Painter } from './painter.ts';
import { between, createRandom, hashText } from './random.ts';
import { mixPixel, type Raster } from './raster.ts';
import { createRidgeProfile, PROFILE_LENGTH, PROFILE_SPAN, type RidgeProfile } from './ridge-profile.ts';
import type { ScenePlan } from './scene-plan.ts';
import { createWindows } from './windows.ts';

/** Describes one layer of land. */
export interface RidgeOptions {
  /** 0 is at the horizon and pale with haze, 1 is close and dark. */
  readonly nearness: number;
  /** Position of the layer, as a fraction of the picture from the top. */
  readonly base: number;
  /** How high it can rise, as a fraction of the picture. */
  readonly rise: number;
}

/** Creates one layer of land that drifts sideways, the faster the nearer it is. */
export function createRidge(plan: ScenePlan, options: RidgeOptions): Painter {
  const random = createRandom(hashText(`ridge ${options.nearness}`, plan.seed));
  const profile = createRidgeProfile(plan.ground, options.nearness, random);
  const start = between(random, 0, PROFILE_LENGTH);
  const speed = plan.drift * plan.pace * (0.012 + 0.07 * options.nearness);
  const colourOf = createGroundColour(plan, options);
  return (target, seconds) => {
    const { width, height, data } = target;
    const outline = traceOutline(profile, target, start + (speed * seconds * PROFILE_LENGTH) / PROFILE_SPAN);
    const base = options.base * height;
    const rise = options.rise * height;
    const bottom = plan.hasWater ? Math.min(height, Math.ceil(plan.horizon * height + 1)) : height;
    for (let y = Math.max(0, Math.floor(base - rise * 1.2)); y < bottom; y++) {
      const row = y * width;
      for (let x = 0; x < width; x++) {
        const inside = y + 1 - base + rise * (outline.heights[x] ?? 0);
        if (inside <= 0) continue;
        const colour = colourOf(outline, x, inside / height);
        mixPixel(data, (row + x) * 3, { colour, alpha: Math.min(inside, 1) });
      }
    }
  };
}

interface Outline {
  readonly heights: Float32Array;
  readonly slopes: Float32Array;
  readonly positions: Float32Array;
}

/** Computes the color at a column and a depth below the outline, in picture heights; the result object is reused. */
type GroundColour = (outline: Outline, column: number, depth: number) => Colour;

const FACE_DEPTH = 0.22;
const HAZE_DEPTH = 0.3;
const SNOW_EDGE = 0.01;

function createGroundColour(plan: ScenePlan, options: RidgeOptions): GroundColour {
  const { top, bottom, lit, snow } = layerColours(plan, options.nearness);
  const windows = plan.ground === 'city' ? createWindows(plan, options.nearness) : null;
  const high = plan.weather === 'snow' || (plan.weather !== 'embers' && options.rise > 0.3);
  const snowy = plan.ground === 'mountains' && high;
  const relief = { mountains: 1, dunes: 0.9, hills: 0.35, forest: 0.3, city: 0, space: 0 }[plan.ground];
  const colour: [number, number, number] = [0, 0, 0];
  const towards = (goal: Colour, amount: number): void => {
    for (let channel = 0; channel < 3; channel++) {
      colour[channel] = lerp(colour[channel] ?? 0, goal[channel] ?? 0, amount);
    }
  };
  return (outline, column, depth) => {
    for (let channel = 0; channel < 3; channel++) colour[channel] = top[channel] ?? 0;
    towards(bottom, Math.min(depth / HAZE_DEPTH, 1));
    // Faces of the slope run down at an angle, which reading the slope from further aside imitates.
    const face = Math.min(
      column + Math.round(depth * outline.slopes.length * 0.45),
      outline.slopes.length - 1,
    );
    const light = (outline.slopes[face] ?? 0) * relief * Math.max(0, 1 - depth / FACE_DEPTH);
    if (light > 0) towards(lit, light);
    else towards(bottom, -light * 0.6);
    const cap = snowy ? snowDepth(outline.heights[face] ?? 0, options.rise) : 0;
    if (depth < cap) towards(snow, (0.85 + light * 0.3) * smooth((cap - depth) / SNOW_EDGE));
    const window = windows?.(outline.positions[column] ?? 0, depth);
    if (window) towards(window.colour, window.brightness);
    return colour;
  };
}

function layerColours(plan: ScenePlan, nearness: number): Record<'top' | 'bottom' | 'lit' | 'snow', Colour> {
  const { land, horizon, skyMiddle, light } = plan.palette;
  const near = shade(land, 0.8 - 0.45 * nearness);
  const top = mix(mix(skyMiddle, horizon, 0.4), near, 0.35 + 0.6 * nearness);
  const bottom = mix(horizon, near, 0.3 + 0.65 * nearness);
  const dim = plan.daytime === 'night' ? 0.35 : 0.6;
  return { top, bottom, lit: mix(top, light, dim), snow: mix(mix(top, light, dim), [255, 255, 255], dim) };
}

function snowDepth(tall: number, rise: number): number {
  return Math.max(0, tall - 0.52) * 0.5 * rise;
}

function traceOutline(profile: RidgeProfile, target: Raster, offset: number): Outline {
  const { width, height } = target;
  const step = PROFILE_LENGTH / (PROFILE_SPAN * height);
  const heights = new Float32Array(width);
  const slopes = new Float32Array(width);
  const positions = new Float32Array(width);
  for (let x = 0; x < width; x++) {
    const position = (((offset + x * step) % PROFILE_LENGTH) + PROFILE_LENGTH) % PROFILE_LENGTH;
    const here = computeHeight(profile, position);
    heights[x] = here;
    slopes[x] = Math.min(Math.max((computeHeight(profile, position + 28) - here) * 3.5, -0.5), 0.5);
    positions[x] = position;
  }
  return { heights, slopes, positions };
}

function computeHeight(profile: RidgeProfile, position: number): number {
  const left = Math.floor(position);
  const here = profile[left % PROFILE_LENGTH] ?? 0;
  return lerp(here, profile[(left + 1) % PROFILE_LENGTH] ?? 0, position - left);
}
