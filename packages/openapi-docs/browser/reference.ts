// A page without a mock of its own.
import { start } from './main.ts';

start(undefined);
