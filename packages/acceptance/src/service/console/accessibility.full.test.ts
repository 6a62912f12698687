import { testAccessibility } from './accessibility.ts';

testAccessibility({ colorSchemes: ['light', 'dark'], widths: [375, 1_440], hasScreenshots: true });
