import { testHandlerTypes } from './handler-types.ts';

testHandlerTypes(7);
