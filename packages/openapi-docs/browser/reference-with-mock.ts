// A page with the mock of its document.
import { start } from './main.ts';
import { createPageMock } from './mock-in-page.ts';

start(createPageMock);
