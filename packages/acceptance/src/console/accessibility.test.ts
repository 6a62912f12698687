import { testAccessibility } from './accessibility.ts';

testAccessibility({ colorSchemes: ['light'], widths: [375], hasScreenshots: false });
