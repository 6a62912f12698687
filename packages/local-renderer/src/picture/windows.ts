import type { Colour } from './colour.ts';
import type { ScenePlan } from './scene-plan.ts';

/** A lit window: how strongly its colour covers the wall, 0 to 1. */
export interface Window {
  readonly colour: Colour;
  readonly brightness: number;
}

const LIT: readonly Window[] = [
  { colour: [255, 205, 120], brightness: 0.85 },
  { colour: [255, 190, 100], brightness: 0.6 },
  { colour: [255, 236, 205], brightness: 0.75 },
  { colour: [190, 220, 255], brightness: 0.5 },
];
const NEON: readonly Window[] = [
  { colour: [80, 230, 255], brightness: 0.85 },
  { colour: [255, 70, 200], brightness: 0.85 },
  { colour: [255, 205, 120], brightness: 0.7 },
  { colour: [150, 110, 255], brightness: 0.8 },
];

/** Finds the window, if any, at a position along a skyline and a depth below its roofs, in picture heights. */
export type Windows = (position: number, depth: number) => Window | null;

/** Creates the windows of a city: most are lit in the dark, in neon colours when the prompt says so. */
export function createWindows(plan: ScenePlan, nearness: number): Windows {
  const dark = plan.daytime === 'night' || plan.daytime === 'dusk' || plan.daytime === 'storm';
  const share = dark ? 0.34 : 0.06;
  const kinds = plan.neon ? NEON : LIT;
  const pitch = 7 + nearness * 5;
  const floor = 0.013 + nearness * 0.008;
  return (position, depth) => {
    const column = Math.floor(position / pitch);
    const row = Math.floor(depth / floor);
    const across = position / pitch - column;
    const down = depth / floor - row;
    if (row < 1 || across < 0.3 || across > 0.8 || down < 0.3 || down > 0.75) return null;
    const chance = hashCell(column, row, plan.seed);
    return chance < share ? (kinds[Math.floor((chance / share) * kinds.length)] ?? null) : null;
  };
}

function hashCell(column: number, row: number, seed: number): number {
  let hash = Math.imul(column + 1, 0x27d4eb2f) ^ Math.imul(row + 1, 0x165667b1) ^ seed;
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 4294967296;
}
