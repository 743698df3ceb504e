import { shownSnippet } from '../pages/snippet.ts';
import { playgroundSnippet } from './code.ts';
import { reactCode } from './react-code.ts';
import type { Settings } from './settings.ts';

/** Returns the code to paste into a page with the chosen policy, or into a React application. */
export function shownCode(settings: Settings, serviceUrl: string): string {
  if (settings.code === 'react') return reactCode(settings, serviceUrl);
  const hasNonces = ['csp', 'trusted_types'].includes(settings.policy);
  return shownSnippet(playgroundSnippet(settings, serviceUrl), hasNonces ? 'NONCE' : undefined);
}
