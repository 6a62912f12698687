// A page without a mock.
import { start } from './main.ts';

start(undefined);
