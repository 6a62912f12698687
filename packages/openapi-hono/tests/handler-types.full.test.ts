// The compiler of TypeScript 5.9 takes ten times as long.
import { testHandlerTypes } from './handler-types.ts';

testHandlerTypes(5.9);
