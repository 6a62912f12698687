import { createActors } from './actors.ts';
import type { Painter } from './painter.ts';
import { createParticles } from './particles.ts';
import { createPlanet } from './planet.ts';
import { createRidge } from './ridge.ts';
import type { ScenePlan } from './scene-plan.ts';
import { createSky } from './sky.ts';
import { createStars } from './stars.ts';
import { createWater } from './water.ts';

/** Creates the painter of a whole scene, its layers from the back to the front. */
export function createScene(plan: ScenePlan): Painter {
  const layers = [...background(plan), ...createActors(plan), createParticles(plan)];
  return (target, seconds) => {
    for (const paint of layers) paint(target, seconds);
  };
}

function background(plan: ScenePlan): Painter[] {
  const starry = (plan.daytime === 'night' && plan.weather !== 'rain') || plan.daytime === 'space';
  const sky = starry ? [createSky(plan), createStars(plan)] : [createSky(plan)];
  if (plan.ground === 'space') return [...sky, createPlanet(plan)];
  if (plan.hasWater) return [...sky, ...shore(plan), createWater(plan)];
  const { horizon } = plan;
  return [
    ...sky,
    createRidge(plan, { nearness: 0.08, base: horizon + 0.03, rise: 0.4 }),
    createRidge(plan, { nearness: 0.4, base: horizon + 0.14, rise: 0.32 }),
    createRidge(plan, { nearness: 0.95, base: horizon + 0.34, rise: 0.3 }),
  ];
}

function shore(plan: ScenePlan): Painter[] {
  const tall = plan.ground === 'city' ? 0.3 : 0.2;
  return [
    createRidge(plan, { nearness: 0.1, base: plan.horizon + 0.01, rise: tall }),
    createRidge(plan, { nearness: 0.45, base: plan.horizon + 0.03, rise: tall * 0.55 }),
  ];
}
