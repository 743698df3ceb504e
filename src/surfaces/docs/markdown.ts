import { Marked, type Token, type Tokens } from 'marked';
import { codeBlock, joins, type Sample, sampleTabs } from './samples.ts';

export type Heading = { id: string; depth: number; text: string };

/** What the search finds: a section, or a row of a table that is looked up by its first cell. */
export type Passage = { id: string; title: string; text: string };

export type Rendered = { title: string; lead: string; markup: string; headings: Heading[]; passages: Passage[] };

export type MarkdownOptions = {
  /** Returns where a link leads; null makes it plain text. */
  addressOf: (href: string) => string | null;
  /** Whether people look up single rows of the page's tables, such as a code or a term. */
  isTable?: boolean;
};

/** Renders a guide: headings with addresses, tables that scroll, samples in tabs. The title and the lead are apart. */
export function renderMarkdown(text: string, options: MarkdownOptions): Rendered {
  const idOf = uniqueIds();
  const found: Pick<Rendered, 'headings' | 'passages'> = { headings: [], passages: [] };
  const markdown = createMarkdown({ ...options, idOf, found });
  const tokens = markdown.lexer(text);
  const title = tokens.find((token) => token.type === 'heading' && token.depth === 1) as Tokens.Heading | undefined;
  const body = tokens.filter((token) => token !== title);
  found.passages.push({ id: '', title: title?.text ?? '', text: '' });
  const parts = blocksOf(body).map((block, index) => {
    note(found.passages, block, options);
    return Array.isArray(block) ? samplesMarkup(block, `sample-${index}`) : markdown.parser([block]);
  });
  const lead = body.find(({ type }) => type !== 'space');
  return {
    title: title?.text ?? '',
    lead: lead?.type === 'paragraph' ? plain(lead) : '',
    markup: parts.join('\n'),
    ...found,
  };
}

/** Renders samples: in tabs where there are several. */
export function samplesMarkup(samples: readonly Sample[], id: string): string {
  const [only, ...more] = samples;
  return only && more.length === 0 ? codeBlock(only).markup : sampleTabs(samples, id).markup;
}

/** Returns the samples of a guide in their order, each set as one list. */
export function samplesIn(text: string): Sample[][] {
  return blocksOf(new Marked().lexer(text)).filter((block) => Array.isArray(block));
}

/** Adds a block's text to the passage that it stands in. Headings and rows of looked-up tables begin passages of their own. */
function note(passages: Passage[], block: Token | Sample[], { isTable }: MarkdownOptions): void {
  const passage = passages.at(-1);
  if (!passage) return;
  if (Array.isArray(block)) passage.text += `${block[0]?.code} `;
  else if (block.type !== 'heading' && !(isTable && block.type === 'table')) passage.text += `${plain(block)} `;
}

type Setup = MarkdownOptions & { idOf: (text: string) => string; found: Pick<Rendered, 'headings' | 'passages'> };

function createMarkdown({ addressOf, isTable, idOf, found }: Setup): Marked {
  return new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const text = tokens.map(plain).join('');
        const id = idOf(text);
        found.headings.push({ id, depth, text });
        found.passages.push({ id, title: text, text: '' });
        return `<h${depth} id="${id}"><a href="#${id}">${this.parser.parseInline(tokens)}</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        const content = this.parser.parseInline(tokens);
        const address = addressOf(href);
        return address === null ? content : `<a href="${encodeURI(address)}">${content}</a>`;
      },
      code: ({ text, lang = '' }) => codeBlock({ language: lang, code: text }).markup,
      table({ header, rows }) {
        const cells = (row: Tokens.TableCell[], tag: string) =>
          row
            .map(({ tokens }) => [this.parser.parseInline(tokens), tokens.length === 0 ? 'td' : tag])
            .map(([content, name]) => `<${name}>${content}</${name}>`)
            .join('');
        const body = rows.map((row) => {
          const [term = '', ...rest] = row.map(({ tokens }) => tokens.map(plain).join(''));
          if (!isTable) return `<tr>${cells(row, 'td')}</tr>`;
          const id = idOf(term);
          found.passages.splice(-1, 0, { id, title: term, text: rest.join(' ') });
          return `<tr id="${id}">${cells(row, 'td')}</tr>`;
        });
        const named = header.some(({ text }) => text !== '');
        const head = named ? `<thead><tr>${cells(header, 'th')}</tr></thead>` : '';
        return `<div class="scroll"><table>${head}<tbody>${body.join('')}</tbody></table></div>\n`;
      },
    },
  });
}

/** Renders one paragraph of a description, such as those of `openapi.json`. */
export function renderInline(text: string, addressOf: MarkdownOptions['addressOf']): string {
  const found = { headings: [], passages: [] };
  const markdown = createMarkdown({ addressOf, idOf: String, found });
  return markdown.parseInline(text, { async: false });
}

/** Puts samples that belong together into one list. Everything else stays a block of its own. */
function blocksOf(tokens: readonly Token[]): (Token | Sample[])[] {
  const blocks: (Token | Sample[])[] = [];
  for (const token of tokens) {
    if (token.type === 'space') continue;
    const before = blocks.at(-1);
    if (token.type !== 'code') blocks.push(token);
    else {
      const sample = { language: token.lang ?? '', code: token.text };
      if (Array.isArray(before) && joins(before, sample)) before.push(sample);
      else blocks.push([sample]);
    }
  }
  return blocks;
}

/** Returns what is read of a token, without marks. */
function plain(token: Token): string {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].map((row) => row.map(({ tokens }) => tokens.map(plain).join('')).join(' ')).join(' ');
  }
  if (token.type === 'list') return (token as Tokens.List).items.map(plain).join(' ');
  if ('tokens' in token && token.tokens) return token.tokens.map(plain).join('');
  if (token.type === 'space' || token.type === 'html') return ' ';
  return unescaped('text' in token ? token.text : '');
}

// The parser escapes the text of some tokens.
const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
const unescaped = (text: string) => text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);

/** Makes anchors as GitHub does: lower case, spaces as dashes, without punctuation. The second of a name gets a number. */
function uniqueIds(): (text: string) => string {
  const used = new Map<string, number>();
  return (text) => {
    const id = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    const count = used.get(id) ?? 0;
    used.set(id, count + 1);
    return count === 0 ? id : `${id}-${count}`;
  };
}
