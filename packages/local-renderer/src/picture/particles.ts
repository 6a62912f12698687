import { type Colour, hex, mix } from './colour.ts';
import type { Painter } from './painter.ts';
import { between, createRandom, type Random } from './random.ts';
import type { Raster } from './raster.ts';
import type { ScenePlan } from './scene-plan.ts';
import { drawSpot, drawStroke } from './shapes.ts';
import type { Weather } from './vocabulary.ts';

interface Kind {
  readonly count: number;
  /** Radius in picture heights, of the farthest and of the nearest. */
  readonly size: readonly [number, number];
  /** Fall in picture heights a second; negative rises. */
  readonly fall: number;
  /** How far it swings to the sides, in picture heights. */
  readonly sway: number;
  readonly alpha: number;
  readonly softness: number;
  readonly colour: (plan: ScenePlan, random: Random) => Colour;
  readonly glimmer: boolean;
}

const KINDS: Readonly<Record<Weather, Kind>> = {
  snow: {
    count: 260,
    size: [0.0016, 0.006],
    fall: 0.09,
    sway: 0.03,
    alpha: 0.85,
    softness: 0.7,
    glimmer: false,
    colour: () => [250, 252, 255],
  },
  rain: {
    count: 240,
    size: [0.001, 0.002],
    fall: 1.3,
    sway: 0,
    alpha: 0.3,
    softness: 0,
    glimmer: false,
    colour: () => [205, 220, 235],
  },
  embers: {
    count: 130,
    size: [0.0014, 0.004],
    fall: -0.13,
    sway: 0.04,
    alpha: 0.95,
    softness: 0.7,
    glimmer: true,
    colour: (_, random) => mix(hex(0xff5a1f), hex(0xffd36b), random()),
  },
  petals: {
    count: 90,
    size: [0.003, 0.007],
    fall: 0.08,
    sway: 0.07,
    alpha: 0.9,
    softness: 0.35,
    glimmer: false,
    colour: (plan, random) =>
      mix(mix(plan.palette.light, hex(0xf39ab8), 0.65), plan.palette.horizon, random() * 0.5),
  },
  fireflies: {
    count: 70,
    size: [0.002, 0.006],
    fall: -0.012,
    sway: 0.05,
    alpha: 0.9,
    softness: 0.9,
    glimmer: true,
    colour: (plan) => mix(hex(0xffe08a), plan.palette.light, 0.3),
  },
  dust: {
    count: 60,
    size: [0.0012, 0.004],
    fall: -0.01,
    sway: 0.03,
    alpha: 0.4,
    softness: 0.9,
    glimmer: true,
    colour: (plan) => plan.palette.light,
  },
  stars: {
    count: 40,
    size: [0.001, 0.002],
    fall: -0.01,
    sway: 0.02,
    alpha: 0.5,
    softness: 0.8,
    glimmer: true,
    colour: (plan) => plan.palette.light,
  },
};

interface Particle {
  readonly x: number;
  readonly y: number;
  readonly near: number;
  readonly phase: number;
  readonly colour: Colour;
}

/** Creates what is in the air: snow, rain, embers, petals, fireflies or motes of dust; `strength` 0 to 1 by time. */
export function createParticles(plan: ScenePlan, strength: (seconds: number) => number = () => 1): Painter {
  const random = createRandom(plan.seed ^ 0x9a87);
  const kind = KINDS[plan.weather];
  const particles = Array.from({ length: kind.count }, (): Particle => {
    const near = random() ** 1.5;
    return {
      x: random(),
      y: random(),
      near,
      phase: between(random, 0, 6.28),
      colour: kind.colour(plan, random),
    };
  });
  return (target, seconds) => {
    const visible = strength(seconds);
    if (visible === 0) return;
    for (const particle of particles) drawParticle(target, { plan, kind, particle, seconds, visible });
  };
}

function drawParticle(
  target: Raster,
  scene: { plan: ScenePlan; kind: Kind; particle: Particle; seconds: number; visible: number },
): void {
  const { plan, kind, particle, seconds } = scene;
  const { width, height } = target;
  const time = seconds * plan.pace;
  const depth = 0.4 + 0.6 * particle.near;
  const radius = Math.max((kind.size[0] + (kind.size[1] - kind.size[0]) * particle.near) * height, 0.5);
  const sway = kind.sway * depth * Math.sin(particle.phase + time * (0.6 + particle.near));
  const y = wrap(particle.y + kind.fall * depth * time) * height;
  const drifted = wrap(particle.x - (plan.drift * 0.02 * depth * time * height) / width) * width;
  const x = drifted + sway * height;
  const glimmer = kind.glimmer ? 0.55 + 0.45 * Math.sin(particle.phase * 3 + time * 2.4) : 1;
  const alpha = scene.visible * kind.alpha * glimmer * (0.5 + 0.5 * particle.near);
  if (plan.weather === 'rain') {
    const length = height * 0.05 * depth;
    drawStroke(target, {
      from: [x, y],
      to: [x - length * 0.12, y + length],
      width: radius * 1.4,
      colour: particle.colour,
      alpha,
    });
    return;
  }
  drawSpot(target, { x, y, radius, colour: particle.colour, alpha, softness: kind.softness });
  if (plan.weather === 'embers' || plan.weather === 'fireflies') {
    drawSpot(target, { x, y, radius: radius * 4, colour: particle.colour, alpha: alpha * 0.25, softness: 1 });
  }
}

// One tenth beyond each edge, so that nothing pops in or out within the picture.
function wrap(position: number): number {
  return ((((position + 0.1) % 1.2) + 1.2) % 1.2) - 0.1;
}
