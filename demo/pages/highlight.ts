import { type Html, html } from '../../src/platform/html.ts';

// A small subset of HTML and JavaScript syntax, enough for highlighting: comments, strings, tags and keywords.
const TOKENS = [
  ['comment', /\/\/ .*/],
  ['text', /`[^`]*`|'[^']*'|"[^"]*"/],
  ['tag', /<\/?[A-Za-z]+|(?<=["A-Za-z])>|data-[a-z-]+(?==)/],
  ['word', /\b(?:const|for|of|if|await|async|return|true|null|import|from|export|function)\b/],
  ['name', /\bService(?:\.\w+)?|\baddEventListener\b/],
] as const;

const ANY = new RegExp(TOKENS.map(([kind, pattern]) => `(?<${kind}>${pattern.source})`).join('|'), 'g');

/** A piece of code and its kind; plain code has none. */
type Token = { kind?: string; text: string };

export function tokensOf(code: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of code.matchAll(ANY)) {
    const kind = TOKENS.map(([name]) => name).find((name) => match.groups?.[name] !== undefined) ?? '';
    tokens.push({ text: code.slice(end, match.index) }, { kind, text: match[0] });
    end = match.index + match[0].length;
  }
  return [...tokens, { text: code.slice(end) }];
}

/** Wraps the tokens of the code in spans for the style sheet. */
export function highlight(code: string): Html {
  return html`${tokensOf(code).map(({ kind, text }) => (kind ? html`<span class="t-${kind}">${text}</span>` : text))}`;
}
