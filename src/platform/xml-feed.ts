import sax from 'sax';
import { AppError } from '../domain/error.ts';
import { because } from '../domain/refusal.ts';
import type { CsvRow } from './csv.ts';

// The elements that hold an entry each: of RSS, and of Atom.
const ENTRIES = ['item', 'entry'];
// Far more than any feed has, and far below what memory holds: the parser keeps each open element and its attributes.
const DEPTH_MAX = 50;
const ATTRIBUTES_MAX = 200;
// The same bound as for a row of CSV, in characters.
const ENTRY_LENGTH_MAX = 4 * 1024 * 1024;

/**
 * Reads the entries of an RSS or Atom feed as rows under these columns, in constant memory. A column is the name of an element
 * without its prefix; where one is there twice, that with the prefix `g` counts. Entities that a document declares itself are
 * refused, never expanded. Throws `csv_invalid` for what is no XML, no feed, or cut off.
 */
export async function* readFeed(text: AsyncIterable<Buffer>, columns: readonly string[]): AsyncGenerator<CsvRow> {
  const found: CsvRow[] = [];
  const parser = feedParser(columns, (row) => found.push(row));
  const decoder = new TextDecoder();
  let isFeed = false;
  yield { line: 1, cells: [...columns], unterminated: false };
  for await (const chunk of text) {
    parser.write(decoder.decode(chunk, { stream: true }));
    isFeed ||= found.length > 0;
    yield* found.splice(0);
  }
  parser.close();
  if (isFeed) return;
  const message = 'This XML is no feed of products: it has neither an item (RSS) nor an entry (Atom).';
  throw new AppError('csv_invalid', message, because('xml_no_feed'));
}

type Element = { column: string; isOurs: boolean; text: string };
type Entry = { line: number; depth: number; length: number; cells: Map<string, Element> };

function feedParser(columns: readonly string[], take: (row: CsvRow) => void): sax.SAXParser {
  const parser = sax.parser(true, { position: true });
  let [depth, attributes] = [0, 0];
  let entry: Entry | null = null;
  let element: Element | null = null;
  const add = (text: string) => {
    if (!entry || !element) return;
    entry.length += text.length;
    if (entry.length > ENTRY_LENGTH_MAX) throw tooLarge(entry.line);
    element.text += text;
  };
  parser.onattribute = () => {
    attributes += 1;
    if (attributes > ATTRIBUTES_MAX) throw notXml(parser);
  };
  parser.onopentag = ({ name, attributes: { href } }) => {
    depth += 1;
    attributes = 0;
    if (depth > DEPTH_MAX) throw notXml(parser);
    if (!entry && ENTRIES.includes(localName(name))) {
      entry = { line: parser.line + 1, depth, length: 0, cells: new Map() };
    } else if (entry && depth === entry.depth + 1) {
      // What is deeper, such as the price of a shipping service, is not about the product. Atom's links are attributes.
      const text = localName(name) === 'link' && typeof href === 'string' ? href : '';
      element = { column: localName(name), isOurs: name.startsWith('g:'), text };
    }
  };
  parser.ontext = add;
  parser.oncdata = add;
  parser.onclosetag = () => {
    if (entry && element && depth === entry.depth + 1) {
      const known = entry.cells.get(element.column);
      if (!known || (element.isOurs && !known.isOurs)) entry.cells.set(element.column, element);
      element = null;
    } else if (entry && depth === entry.depth) {
      const { line, cells } = entry;
      take({ line, cells: columns.map((column) => cells.get(column)?.text.trim() ?? ''), unterminated: false });
      entry = null;
    }
    depth -= 1;
  };
  parser.onerror = () => {
    throw notXml(parser);
  };
  return parser;
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase();

function notXml({ line }: { line: number }): AppError {
  const at = line + 1;
  const message = `The XML cannot be read at line ${at}. It may be cut off, or have a character there that must be escaped, such as &.`;
  return new AppError('csv_invalid', message, because('not_xml', { line: at }));
}

const tooLarge = (line: number) =>
  new AppError(
    'csv_invalid',
    `The entry at line ${line} is larger than ${ENTRY_LENGTH_MAX} characters.`,
    because('row_too_large', { line, max: ENTRY_LENGTH_MAX }),
  );
