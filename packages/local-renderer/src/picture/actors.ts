import { type Colour, hex, mix, shade } from './colour.ts';
import type { Painter } from './painter.ts';
import { between, createRandom } from './random.ts';
import type { ScenePlan } from './scene-plan.ts';
import { drawSpot, drawStroke, fillPolygon } from './shapes.ts';
import type { Actor } from './vocabulary.ts';

/** Creates the small figures that a prompt names. */
export function createActors(plan: ScenePlan): Painter[] {
  return plan.actors.map((actor) => CREATORS[actor](plan));
}

const CREATORS: Readonly<Record<Actor, (plan: ScenePlan) => Painter>> = {
  birds: createBirds,
  boat: createBoat,
  balloon: createBalloon,
};

function createBirds(plan: ScenePlan): Painter {
  const random = createRandom(plan.seed ^ 0xb12d);
  const colour = shade(plan.palette.land, 0.35);
  const birds = Array.from({ length: 9 }, (_, order) => ({
    x: between(random, -0.1, 0.5) + order * 0.025,
    y: between(random, 0.15, 0.38),
    span: between(random, 0.018, 0.034),
    phase: between(random, 0, 6.28),
  }));
  return (target, seconds) => {
    const { width, height } = target;
    for (const bird of birds) {
      const travelled = bird.x + 0.035 * plan.pace * seconds;
      const x = (plan.drift > 0 ? travelled : 1 - travelled) * width;
      const y = (bird.y + 0.01 * Math.sin(bird.phase + seconds)) * height;
      const span = bird.span * height;
      const flap = Math.sin(bird.phase + seconds * 7 * plan.pace) * 0.5;
      const line = { width: Math.max(span * 0.13, 1), colour, alpha: 0.9 };
      for (const side of [-1, 1]) {
        const elbow: [number, number] = [x + side * span * 0.5, y - span * (0.28 + flap * 0.5)];
        drawStroke(target, { ...line, from: [x, y], to: elbow });
        drawStroke(target, { ...line, from: elbow, to: [x + side * span, y - span * flap * 0.6] });
      }
    }
  };
}

function createBoat(plan: ScenePlan): Painter {
  const random = createRandom(plan.seed ^ 0xb0a7);
  const start = between(random, 0.25, 0.6);
  const hull = shade(plan.palette.land, 0.3);
  const sail = mix(plan.palette.light, hex(0xffffff), 0.4);
  const jib = shade(sail, 0.82);
  return (target, seconds) => {
    const { width, height } = target;
    const size = 0.13 * height;
    const x = (start + plan.drift * 0.012 * plan.pace * seconds) * width;
    const y = (plan.horizon + 0.085 + 0.004 * Math.sin(seconds * 1.7)) * height;
    const tilt = 0.05 * Math.sin(seconds * 1.3);
    const toPoint = (right: number, up: number): [number, number] => [
      x + (right * Math.cos(tilt) + up * Math.sin(tilt)) * size * plan.drift,
      y - (up * Math.cos(tilt) - right * Math.sin(tilt)) * size,
    ];
    fillPolygon(target, [toPoint(0.02, 0.1), toPoint(0.02, 1), toPoint(-0.42, 0.1)], sail);
    fillPolygon(target, [toPoint(0.07, 0.1), toPoint(0.07, 0.85), toPoint(0.4, 0.1)], jib);
    fillPolygon(
      target,
      [toPoint(-0.5, 0.06), toPoint(0.52, 0.06), toPoint(0.36, -0.12), toPoint(-0.4, -0.12)],
      hull,
    );
    const wake: Colour = mix(plan.palette.horizon, hex(0xffffff), 0.5);
    drawStroke(target, {
      from: toPoint(-0.6, -0.13),
      to: toPoint(0.5, -0.13),
      width: size * 0.03,
      colour: wake,
      alpha: 0.5,
    });
  };
}

function createBalloon(plan: ScenePlan): Painter {
  const random = createRandom(plan.seed ^ 0xba11);
  const cloth = mix(plan.palette.light, plan.palette.actor, 0.8);
  const balloons = [0.3, 0.55, 0.78].map((x, order) => ({
    x: x + between(random, -0.07, 0.07),
    y: between(random, 0.34, 0.5),
    size: [0.085, 0.055, 0.036][order] ?? 0.05,
    colour: mix(cloth, plan.palette.cloud, order * 0.25),
  }));
  return (target, seconds) => {
    const { width, height } = target;
    for (const balloon of balloons) {
      const size = balloon.size * height;
      const x = balloon.x * width - plan.drift * 0.008 * seconds * height;
      const y = (balloon.y - 0.014 * plan.pace * seconds) * height;
      const spot = { alpha: 1, softness: 0 };
      const skirt: [number, number][] = [
        [x - size * 0.78, y + size * 0.6],
        [x + size * 0.78, y + size * 0.6],
        [x + size * 0.2, y + size * 1.45],
        [x - size * 0.2, y + size * 1.45],
      ];
      fillPolygon(target, skirt, shade(balloon.colour, 0.85));
      drawSpot(target, { ...spot, x, y, radius: size, colour: balloon.colour });
      drawSpot(target, {
        x: x - size * 0.3,
        y: y - size * 0.3,
        radius: size * 0.7,
        colour: shade(balloon.colour, 1.4),
        alpha: 0.6,
        softness: 1,
      });
      const basket = shade(balloon.colour, 0.3);
      fillPolygon(
        target,
        [
          [x - size * 0.18, y + size * 1.6],
          [x + size * 0.18, y + size * 1.6],
          [x + size * 0.14, y + size * 1.9],
          [x - size * 0.14, y + size * 1.9],
        ],
        basket,
      );
    }
  };
}
