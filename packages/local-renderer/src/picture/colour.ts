/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number];

export function hex(value: number): Colour {
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

export function mix(first: Colour, second: Colour, amount: number): Colour {
  const rest = 1 - amount;
  return [
    first[0] * rest + second[0] * amount,
    first[1] * rest + second[1] * amount,
    first[2] * rest + second[2] * amount,
  ];
}

/** Scales a colour's brightness; above 1 lightens. */
export function shade(colour: Colour, amount: number): Colour {
  return [
    Math.min(255, colour[0] * amount),
    Math.min(255, colour[1] * amount),
    Math.min(255, colour[2] * amount),
  ];
}

/** Turns a colour's hue by `turns` of the colour wheel, keeping its luminance about the same. */
export function turnHue(colour: Colour, turns: number): Colour {
  const [red, green, blue] = colour;
  const cosine = Math.cos(turns * 2 * Math.PI);
  const sine = Math.sin(turns * 2 * Math.PI);
  const third = (1 - cosine) / 3;
  const side = Math.sqrt(1 / 3) * sine;
  const clamp = (value: number): number => Math.min(Math.max(value, 0), 255);
  return [
    clamp(red * (cosine + third) + green * (third - side) + blue * (third + side)),
    clamp(red * (third + side) + green * (cosine + third) + blue * (third - side)),
    clamp(red * (third - side) + green * (third + side) + blue * (cosine + third)),
  ];
}
