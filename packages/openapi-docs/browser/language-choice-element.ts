// The script in the head of the pages of other sites.
import { defineLanguageChoice } from './language-choice.ts';

defineLanguageChoice();
