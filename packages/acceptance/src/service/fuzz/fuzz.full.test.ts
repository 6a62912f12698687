import { testFuzz } from './fuzz-test.ts';

testFuzz({ service: 20_000, mock: 3_000 });
