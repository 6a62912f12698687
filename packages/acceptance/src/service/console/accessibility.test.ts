import { testAccessibility } from './accessibility.ts';

testAccessibility({
  colorSchemes: ['light'],
  widths: [375],
  pages: ['overview', 'play', 'tasks', 'task-failed', 'team', 'operator-owner'],
  hasScreenshots: false,
});
