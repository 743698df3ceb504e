import { keptLanguage, showLanguage } from './language.ts';

// Runs before the first paint: otherwise samples of another height would replace the first ones, and the page would move.
const language = keptLanguage();
if (language) showLanguage(language);
