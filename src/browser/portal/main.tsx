import { render } from 'preact';
import { watchLeaving } from './requests/leaving.ts';
import { readSession } from './requests/session.ts';
import { Root } from './root.tsx';
import { useLanguage } from './texts.ts';

watchLeaving();
// Both at once: neither needs the other's answer.
await Promise.all([readSession(), useLanguage(navigator.language)]);
const app = document.getElementById('app');
if (app) render(<Root />, app);
