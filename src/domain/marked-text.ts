/** A piece of a line: plain, strong, or a link to `href`. */
export type Span = { text: string; strong?: true; href?: string };

export type Block = { kind: 'paragraph'; lines: Span[][] } | { kind: 'list'; items: Span[][] };

const ITEM = /^\s*[-*•]\s+/;
// Bold between two pairs of stars, or a link as `[words](https://…)`. Both are within one line, and neither is in the
// other.
const MARK = /\*\*(?!\s)([^*\n]+)(?<!\s)\*\*|\[([^\][\n]+)\]\((https:\/\/[^\s()<>"]+)\)/g;

/**
 * Reads the few marks that a merchant may write in plain text: an empty line separates paragraphs, lines that begin with
 * `- ` are a list, `**bold**`, and `[words](https://…)`. All else is plain text, HTML too.
 */
export function parseMarkedText(text: string): Block[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .flatMap((part) => blocksOf(part.split('\n').filter((line) => line.trim() !== '')));
}

/** Removes the marks and keeps their words, for places that show only text. */
export function withoutMarks(text: string): string {
  return text.replace(MARK, (_mark, strong?: string, words?: string) => strong ?? words ?? '');
}

function blocksOf(lines: string[]): Block[] {
  const blocks: Block[] = [];
  for (const line of lines) {
    const isItem = ITEM.test(line);
    const spans = spansOf(line.replace(isItem ? ITEM : '', '').trim());
    const last = blocks.at(-1);
    if (isItem && last?.kind === 'list') last.items.push(spans);
    else if (isItem) blocks.push({ kind: 'list', items: [spans] });
    else if (last?.kind === 'paragraph') last.lines.push(spans);
    else blocks.push({ kind: 'paragraph', lines: [spans] });
  }
  return blocks;
}

function spansOf(line: string): Span[] {
  const spans: Span[] = [];
  let end = 0;
  for (const match of line.matchAll(MARK)) {
    const [mark, strong, words, address] = match;
    const href = address === undefined ? undefined : httpsAddress(address);
    if (address !== undefined && href === undefined) continue;
    if (match.index > end) spans.push({ text: line.slice(end, match.index) });
    spans.push(href === undefined ? { text: strong ?? '', strong: true } : { text: words ?? '', href });
    end = match.index + mark.length;
  }
  if (end < line.length) spans.push({ text: line.slice(end) });
  return spans;
}

/** Returns the address as browsers read it. Refuses a user name before the host, which hides where the link goes. */
function httpsAddress(text: string): string | undefined {
  const address = URL.parse(text);
  return address?.protocol === 'https:' && !address.username && !address.password ? address.href : undefined;
}
