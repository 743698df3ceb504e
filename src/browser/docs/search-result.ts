import { type Passage, wordsOf } from './search-index.ts';

const BEFORE = 50; // characters before the first word that was found
const LENGTH = 150;

/** Makes the option of a result: its title, its page, and the words around what was found. */
export function resultOption({ page, title, url, text }: Passage, at: { words: string; index: number }): HTMLElement {
  const option = document.createElement('a');
  option.role = 'option';
  option.id = `result-${at.index}`;
  option.href = url;
  option.tabIndex = -1;
  const words = anyOf(wordsOf(at.words));
  const name = part('strong', marked(title, words));
  const where = part('span', [page === title ? '' : page]);
  option.append(name, where, part('small', marked(excerpt(text, words), words)));
  return option;
}

function part(tag: 'strong' | 'span' | 'small', content: (string | Node)[]): HTMLElement {
  const element = document.createElement(tag);
  element.append(...content);
  return element;
}

function anyOf(words: readonly string[]): RegExp {
  return new RegExp(words.length > 0 ? `(${words.join('|')})` : '(?!)', 'giu');
}

function excerpt(text: string, words: RegExp): string {
  const found = Math.max(0, text.search(words));
  const start = found <= BEFORE ? 0 : text.lastIndexOf(' ', found - BEFORE) + 1;
  const shown = text.slice(start, start + LENGTH);
  return `${start > 0 ? '… ' : ''}${shown}${text.length > start + LENGTH ? ' …' : ''}`;
}

/** Splits the text into plain parts and marks of the words. */
function marked(text: string, words: RegExp): (string | Node)[] {
  return text.split(words).map((piece, index) => {
    if (index % 2 === 0) return piece;
    const mark = document.createElement('mark');
    mark.textContent = piece;
    return mark;
  });
}
