import { testFuzz } from './fuzz-test.ts';

testFuzz({ service: 1_000, mock: 300 });
