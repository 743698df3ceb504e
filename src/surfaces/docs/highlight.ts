import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import { type Html, html, trustedHtml } from '../../platform/html.ts';

// The grammar of TypeScript reads JavaScript and JSX too. One in each language would colour the same.
const GRAMMARS = { sh: bash, css, json, python, sql, ts: typescript, html: xml };
const SAME: Record<string, string> = { js: 'ts', tsx: 'ts' };

const NAMES: Record<string, string> = {
  sh: 'Shell',
  css: 'CSS',
  csv: 'CSV',
  html: 'HTML',
  js: 'JavaScript',
  json: 'JSON',
  python: 'Python',
  sql: 'SQL',
  ts: 'TypeScript',
  tsx: 'React',
};

for (const [name, grammar] of Object.entries(GRAMMARS)) highlighter.registerLanguage(name, grammar);
highlighter.registerLanguage('javascript', typescript); // its name inside HTML

/** Marks the parts of the code for the style sheet. Code in another language stays plain. */
export function highlight(code: string, language: string): Html {
  const name = SAME[language] ?? language;
  if (!(name in GRAMMARS)) return html`${code}`;
  return trustedHtml(highlighter.highlight(code, { language: name }).value);
}

/** Returns what readers call the language; nothing for output and headers, which are in none. */
export function languageName(language: string): string {
  return NAMES[language] ?? '';
}
