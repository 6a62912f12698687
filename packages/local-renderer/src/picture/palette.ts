import type { Accents } from './accents.ts';
import { type Colour, hex, mix, shade, turnHue } from './colour.ts';
import type { Daytime, Ground } from './vocabulary.ts';

/** The colours of one scene. */
export interface Palette {
  readonly skyTop: Colour;
  readonly skyMiddle: Colour;
  readonly horizon: Colour;
  readonly cloud: Colour;
  readonly light: Colour;
  readonly land: Colour;
  readonly water: Colour;
  /** The figure that the prompt names, such as a balloon. */
  readonly actor: Colour;
}

const SKIES: Readonly<Record<Daytime, readonly [number, number, number, number, number]>> = {
  // top, middle, horizon, cloud, light
  day: [0x2468b8, 0x6fb2e8, 0xdcedf5, 0xffffff, 0xfff6dc],
  dawn: [0x46548f, 0xc98aa8, 0xffd7ae, 0xffdcd2, 0xffe9c4],
  dusk: [0x251d4c, 0xa03f70, 0xff9850, 0xf58a72, 0xffd9a0],
  night: [0x040818, 0x0d1c40, 0x2b4674, 0x33507f, 0xe6ecff],
  storm: [0x252c36, 0x47525f, 0x8d989f, 0x6c7781, 0xc9d2d8],
  space: [0x03030c, 0x0b0924, 0x221447, 0x54358c, 0xfff1dc],
};

const LANDS: Readonly<Record<Ground, number>> = {
  mountains: 0x4c5f78,
  hills: 0x4b8043,
  forest: 0x2c5a3c,
  city: 0x39445c,
  dunes: 0xc98d50,
  space: 0x5a4a78,
};

const LAND_LIGHT: Readonly<Record<Daytime, number>> = {
  day: 1,
  dawn: 0.8,
  dusk: 0.55,
  night: 0.3,
  storm: 0.55,
  space: 0.7,
};

/**
 * Chooses a scene's colours: the time of day gives them, the colours that the prompt names bend them, and `hueTurn`
 * (turns of the colour wheel) makes two scenes of one kind differ.
 */
export function createPalette(
  scene: { daytime: Daytime; ground: Ground },
  accents: Accents,
  hueTurn: number,
): Palette {
  const [skyTop, skyMiddle, horizon, cloud, light] = SKIES[scene.daytime].map((value) =>
    turnHue(hex(value), hueTurn),
  ) as [Colour, Colour, Colour, Colour, Colour];
  const tint = (colour: Colour, accent: Colour | null, amount: number): Colour =>
    accent ? mix(colour, accent, amount) : colour;
  const daylight = LAND_LIGHT[scene.daytime];
  const { sky } = accents;
  const dim = scene.daytime === 'night' || scene.daytime === 'space' ? 0.4 : 1;
  const land = turnHue(hex(LANDS[scene.ground]), hueTurn / 2);
  const water = mix(shade(skyTop, 0.6), hex(0x0d3a4c), 0.55);
  return {
    skyTop: tint(skyTop, sky && shade(sky, 0.45 * dim), 0.6),
    skyMiddle: tint(skyMiddle, sky && shade(sky, dim), 0.6),
    horizon: tint(horizon, sky && mix(sky, hex(0xffffff), 0.45), 0.45 * dim),
    cloud: tint(cloud, sky, 0.3),
    light: tint(light, sky, 0.2),
    land: shade(tint(land, accents.land, 0.65), daylight),
    water: tint(water, accents.water && shade(accents.water, 0.3 + 0.4 * daylight), 0.7),
    actor: accents.actor ?? hex(0xd8342c),
  };
}
