/** A text that is repeated between a beginning and an end: what makes an expression that goes back take long. */
export type Hostile = { begin: string; repeat: string; end: string };

/** A part of an expression: a set of characters, parts in a row, or ways of which one matches. */
type PatternPart =
  | { kind: 'characters'; source: string }
  | { kind: 'row'; parts: PatternPart[] }
  | { kind: 'ways'; ways: PatternPart[] }
  | { kind: 'nothing' };

const TEXTS_MAX = 400; // of one expression: the longest have sixty parts
const MORE_CHARACTERS = ['\0', ' ', 'é', 'Ω', '中', '\u2028', '\uFEFF', '٣'];
const CHARACTERS = [...Array.from({ length: 127 }, (_, code) => String.fromCharCode(code)), ...MORE_CHARACTERS];

/**
 * Returns texts that an expression matches in part: each of its characters and each row of its parts many times, after what
 * comes before it, and before something that does not match.
 */
export function hostileTexts({ source, flags }: RegExp): Hostile[] {
  const whole = parse(source);
  const alphabet = readAlphabet(whole, flags);
  const rows = [...rowsIn(whole, '', alphabet.sample)];
  const single = alphabet.letters.map((repeat) => ({ begin: '', repeat }));
  const begins = [...new Set(rows.map(({ begin }) => begin))].filter((begin) => begin !== '').slice(0, 6);
  const inside = begins.flatMap((begin) => alphabet.letters.map((repeat) => ({ begin, repeat })));
  const ends = ['', '\n', ...alphabet.unmatched];
  const texts = [...single, ...rows, ...inside].flatMap((text) => ends.map((end) => ({ ...text, end })));
  const distinct = new Map(texts.map((text) => [JSON.stringify(text), text]));
  return [...distinct.values()].filter(({ repeat }) => repeat !== '').slice(0, TEXTS_MAX);
}

type Alphabet = { letters: string[]; unmatched: string[]; sample(source: string): string };

/** Takes one character of each kind that the expression tells apart. */
function readAlphabet(whole: PatternPart, flags: string): Alphabet {
  const own = flags.replaceAll(/[gy]/g, '');
  const sets = [...new Set(setsIn(whole))].map((source) => ({
    source,
    expression: new RegExp(`^(?:${source})$`, own),
  }));
  const kinds = new Map<string, string>();
  for (const character of CHARACTERS) {
    const kind = sets.map(({ expression }) => Number(expression.test(character))).join('');
    if (!kinds.has(kind)) kinds.set(kind, character);
  }
  const letters = [...kinds.values()];
  const unmatched = letters.filter((letter) => !sets.some(({ expression }) => expression.test(letter)));
  const sample = (source: string) => {
    const found = sets.find((set) => set.source === source);
    return CHARACTERS.find((letter) => found?.expression.test(letter)) ?? '';
  };
  const printed = (source: string) => (source.length === 1 ? source : sample(source));
  return { letters, unmatched: unmatched.length > 0 ? unmatched : letters.slice(0, 4), sample: printed };
}

function setsIn(part: PatternPart): string[] {
  if (part.kind === 'characters') return [part.source];
  return childrenOf(part).flatMap(setsIn);
}

function childrenOf(part: PatternPart): PatternPart[] {
  if (part.kind === 'row') return part.parts;
  return part.kind === 'ways' ? part.ways : [];
}

/** Yields every row of neighbouring parts as a text to repeat, also inside groups, with what stands before it. */
function* rowsIn(part: PatternPart, begin: string, sample: Alphabet['sample']): Generator<Omit<Hostile, 'end'>> {
  const parts = part.kind === 'row' ? part.parts : [];
  const texts = parts.map((one) => textOf(one, sample));
  for (let from = 0; from < texts.length; from += 1) {
    const before = begin + texts.slice(0, from).join('');
    for (let to = from + 1; to <= texts.length; to += 1)
      yield { begin: before, repeat: texts.slice(from, to).join('') };
    const inner = parts[from];
    if (inner) yield* rowsIn(inner, before, sample);
  }
  if (part.kind === 'ways') for (const way of part.ways) yield* rowsIn(way, begin, sample);
}

/** Returns a short text that a part matches. */
function textOf(part: PatternPart, sample: Alphabet['sample']): string {
  if (part.kind === 'characters') return sample(part.source);
  if (part.kind === 'row') return part.parts.map((one) => textOf(one, sample)).join('');
  return part.kind === 'ways' && part.ways[0] ? textOf(part.ways[0], sample) : '';
}

const QUANTIFIER = /[*+?]\??|\{\d+(?:,\d*)?\}\??/y;
const GROUP = /\((?:\?(?:[:=!]|<[=!]|<\w+>|[a-z-]+:))?/y;
const ANCHOR = /[$^]|\\[bB]/y;
const SET =
  /\[(?:\\.|[^\\\]])*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[A-Za-z]|\\.|[^\\]/suy;
const REFERENCE = /\\(?:[1-9]|k<\w+>)/y;

/** Reads the source of an expression that JavaScript accepts. Each repeated part counts once. */
function parse(source: string): PatternPart {
  let at = 0;
  const take = (expression: RegExp) => {
    expression.lastIndex = at;
    const found = expression.exec(source)?.[0] ?? '';
    at += found.length;
    return found;
  };
  const readWays = (): PatternPart => {
    const ways = [readRow()];
    while (source[at] === '|') {
      at += 1;
      ways.push(readRow());
    }
    return ways.length === 1 && ways[0] ? ways[0] : { kind: 'ways', ways };
  };
  const readRow = (): PatternPart => {
    const parts: PatternPart[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(readPart());
    return { kind: 'row', parts };
  };
  const readPart = (): PatternPart => {
    const part = readOne();
    take(QUANTIFIER);
    return part;
  };
  const readOne = (): PatternPart => {
    if (take(ANCHOR) || take(REFERENCE)) return { kind: 'nothing' };
    if (!take(GROUP)) return { kind: 'characters', source: take(SET) };
    const inner = readWays();
    at += 1;
    return inner;
  };
  return readWays();
}
