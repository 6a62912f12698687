import { testFuzz } from './fuzz-test.ts';

// A short run of a random seed would not meet every status.
testFuzz({ service: 1_000, mock: 300, seed: 1 });
