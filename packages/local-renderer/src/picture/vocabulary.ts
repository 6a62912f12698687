// The words that the renderer understands. Every entry names the words of a prompt that mean it; English
// plurals are folded before the look-up. Any other word still counts: it goes into the hash.
import { type Colour, hex } from './colour.ts';

export type Daytime = 'day' | 'dawn' | 'dusk' | 'night' | 'storm' | 'space';
export type Ground = 'mountains' | 'hills' | 'forest' | 'city' | 'dunes' | 'space';
export type Weather = 'snow' | 'rain' | 'embers' | 'petals' | 'fireflies' | 'dust' | 'stars';
export type Actor = 'birds' | 'boat' | 'balloon';
export type Pace = 'slow' | 'fast';

export const DAYTIME_WORDS: Readonly<Record<Daytime, string>> = {
  night: 'night moon moonlight moonlit midnight star starlight starry aurora dark nocturnal firefly lantern',
  dusk: 'sunset dusk evening twilight golden autumn fall ember campfire volcano lava desert dune',
  dawn: 'dawn sunrise morning daybreak blossom cherry spring pastel dream',
  storm: 'storm stormy rain rainy thunder overcast fog foggy mist misty cloudy drizzle blizzard gloomy',
  space:
    'space galaxy planet cosmos cosmic nebula orbit astronaut spaceship rocket universe mars saturn comet',
  day: 'day noon sun sunny sunlight summer bright clear blue beach meadow field snow winter',
};

export const GROUND_WORDS: Readonly<Record<Ground, string>> = {
  space: DAYTIME_WORDS.space,
  city: 'city street skyline tower building skyscraper neon town urban traffic car downtown rooftop cyberpunk robot train',
  forest:
    'forest tree wood woods jungle pine park fox bear deer wolf elf fairy cabin garden owl panda campfire',
  mountains:
    'mountain peak alps valley canyon volcano hill cliff glacier summit castle dragon eagle snow winter ski',
  dunes: 'desert dune sand sahara camel pyramid oasis cactus mars',
  hills:
    'meadow field grass prairie farm horse dog cat puppy kitten flower village wheat vineyard rabbit cow sheep cherry blossom balloon countryside savanna',
};

export const WATER_WORDS =
  'sea ocean wave beach coast shore water lake river harbor harbour bay island surf boat ship sail sailboat fish whale dolphin canal fjord pond lagoon reflection tide';

export const WEATHER_WORDS: Readonly<Record<Weather, string>> = {
  snow: 'snow snowy snowfall winter blizzard ice frozen arctic snowflake christmas',
  rain: 'rain rainy storm stormy drizzle thunder downpour monsoon',
  embers: 'fire ember lava volcano campfire dragon flame spark explosion firework burning',
  petals: 'petal blossom cherry leaf leaves autumn flower wind confetti',
  fireflies: 'firefly lantern magic magical fairy enchanted elf dream glow glowing',
  stars: DAYTIME_WORDS.space,
  dust: 'dust desert sand sunlight sunbeam golden',
};

export const ACTOR_WORDS: Readonly<Record<Actor, string>> = {
  birds: 'bird seagull gull eagle crow flock swallow goose dove',
  boat: 'boat ship sail sailboat sailing yacht fisherman',
  balloon: 'balloon',
};

export const NEON_WORDS = 'neon cyberpunk futuristic';

export const PACE_WORDS: Readonly<Record<Pace, string>> = {
  slow: 'slow slowly calm gentle quiet peaceful still serene tranquil',
  fast: 'fast quick run running race racing storm wild rush speeding chase action',
};

export const COLOURS: Readonly<Record<string, Colour>> = {
  red: hex(0xd8342c),
  crimson: hex(0xb5152b),
  scarlet: hex(0xe02c1c),
  orange: hex(0xf2812a),
  amber: hex(0xf5a623),
  gold: hex(0xf3c14b),
  golden: hex(0xf3c14b),
  yellow: hex(0xf5d949),
  lime: hex(0xa6d92f),
  green: hex(0x3c9a4a),
  emerald: hex(0x1c9c6b),
  olive: hex(0x7d8536),
  teal: hex(0x17888a),
  turquoise: hex(0x36c5bd),
  cyan: hex(0x3fc6e8),
  aqua: hex(0x3fc6e8),
  blue: hex(0x2f6fdb),
  azure: hex(0x3b8ff0),
  navy: hex(0x1d2f66),
  indigo: hex(0x4638a8),
  purple: hex(0x7d3cb5),
  violet: hex(0x8b4fd6),
  lavender: hex(0xb79be0),
  magenta: hex(0xd22d9b),
  pink: hex(0xf08fb6),
  rose: hex(0xe0607e),
  coral: hex(0xf5785a),
  brown: hex(0x7a5236),
  beige: hex(0xd9c6a0),
  white: hex(0xf4f4f0),
  silver: hex(0xbcc4cc),
  grey: hex(0x85898f),
  gray: hex(0x85898f),
  black: hex(0x16171c),
};
