import { type Html, html } from '../../src/platform/html.ts';

// Enough of HTML and JavaScript to tell apart what a reader tells apart: comments, texts, tags, words of the language.
const TOKENS = [
  ['comment', /\/\/ .*/],
  ['text', /`[^`]*`|'[^']*'|"[^"]*"/],
  ['tag', /<\/?[a-z]+|(?<=["a-z])>|data-[a-z-]+(?==)/],
  ['word', /\b(?:const|for|of|if|await|async|return|true|null)\b/],
  ['name', /\bService(?:\.\w+)?|\baddEventListener\b/],
] as const;

const ANY = new RegExp(TOKENS.map(([kind, pattern]) => `(?<${kind}>${pattern.source})`).join('|'), 'g');

/** The code in spans that the style gives colours. */
export function highlight(code: string): Html {
  const parts: Html[] = [];
  let end = 0;
  for (const match of code.matchAll(ANY)) {
    const kind = TOKENS.map(([name]) => name).find((name) => match.groups?.[name] !== undefined);
    parts.push(html`${code.slice(end, match.index)}<span class="t-${kind}">${match[0]}</span>`);
    end = match.index + match[0].length;
  }
  return html`${parts}${code.slice(end)}`;
}
