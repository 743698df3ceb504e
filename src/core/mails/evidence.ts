import { maskEmail, maskLinks } from '../../domain/masking.ts';
import type { Minor } from '../../domain/money.ts';
import { preorderState } from '../../domain/preorder.ts';
import type { MailMessage } from '../../integrations/mail/port.ts';
import { sha256Hex } from '../../platform/crypto.ts';
import { readVersion } from '../../platform/version.ts';
import type { Preorder, PreorderLine } from '../preorders/queries.ts';
import type { OwnTexts } from '../texts/queries.ts';
import type { MailSources } from './queries/sources.ts';
import type { Mail } from './queries.ts';

/**
 * What is kept of a mail that went out: enough to write it again, and to tell whether that is the same. Names are short, because a
 * pre-order has many mails. What never changes of a pre-order stands in its own rows, and what is zero or null is left out.
 */
export type WrittenFrom = {
  /** The version of the code that has the templates. */
  v: string;
  /** The language. */
  l: string;
  /** Names the words of the store that replaced ours; absent where there were none. */
  o?: string;
  /** The day in the store's time zone. */
  d: string;
  /** Brand and last digits of the kept card. */
  c?: [string, string];
  /** What the pre-order cost, which a swap changes. */
  p: number[];
  /** The line items, equal ones after each other together. */
  i: LineFacts[];
};

export type LineFacts = {
  /** The number of the first, and how many. */
  n: [number, number];
  s: PreorderLine['state'];
  v: string;
  /** Amounts, in the order of `AMOUNTS`. */
  a: number[];
  /** The ship window that held: its first and last day, and its version. */
  w: [string, string, number];
  /** Moments in seconds since 1970, in the order of `MOMENTS`; 0 for none. */
  t?: number[];
  f?: PreorderLine['dueFrom'];
  r?: PreorderLine['cancelReason'];
  /** The shopper might cancel because the date moved. */
  m?: true;
};

export type MailEvidence = {
  /** Masked where the address is no longer the customer's. */
  to: string;
  subject: string;
  writtenFrom: WrittenFrom;
  /** Of the plain text, in hexadecimal digits. */
  digest: string;
};

export const AMOUNTS = [
  'total',
  'paid',
  'unitPrice',
  'tax',
  'dueNow',
  'shipping',
  'discount',
  'refunded',
  'kept',
  'givenBack',
] as const satisfies readonly (keyof PreorderLine)[];
const MOMENTS = ['releasedAt', 'fulfilledAt', 'deliveredAt', 'returnedAt', 'cancelledAt'] as const;
const SUMS = ['subtotal', 'discount', 'tax', 'total', 'dueNow'] as const satisfies readonly (keyof Preorder)[];

/** Returns what is kept of a mail that was written from the sources. */
export function evidenceOf(mail: Mail, sources: MailSources, { to, subject, text }: MailMessage): MailEvidence {
  // An erasure would not find the address from before a change.
  const address = mail.kind === 'contact_left' ? maskEmail(to.address) : to.address;
  return { to: address, subject: maskLinks(subject), writtenFrom: factsOf(mail, sources), digest: digestOf(text) };
}

/** Returns the digest of a mail's plain text. Links count as masked, and line ends as a mail server leaves them. */
export const digestOf = (text: string): string => sha256Hex(maskLinks(text.replaceAll('\r\n', '\n').trim()));

let version: string | undefined;

function factsOf(mail: Mail, { preorder, store, today, texts, surroundings: { card } }: MailSources): WrittenFrom {
  version ??= readVersion();
  const own = nameOf(texts);
  return {
    v: version,
    l: mail.kind === 'message' ? store.locale : preorder.locale,
    ...(own !== '' && { o: own }),
    d: today,
    ...(card && { c: [card.brand, card.last4] }),
    p: SUMS.map((name) => preorder[name]),
    i: together(preorder.lines),
  };
}

/** Returns a short name for the words of a store; empty where it has none of its own. */
const nameOf = (texts: OwnTexts): string =>
  texts.size === 0 ? '' : sha256Hex(JSON.stringify([...texts].sort())).slice(0, 8);

function together(lines: readonly PreorderLine[]): LineFacts[] {
  const groups: { said: string; facts: LineFacts }[] = [];
  for (const line of lines) {
    const { n, ...facts } = lineFacts(line);
    const said = JSON.stringify(facts);
    const last = groups.at(-1);
    if (last?.said === said) last.facts.n[1] += 1;
    else groups.push({ said, facts: { n, ...facts } });
  }
  return groups.map(({ facts }) => facts);
}

function lineFacts(line: PreorderLine): LineFacts {
  const { from, until, version: moved } = line.promisedNow;
  const moments = trimmed(MOMENTS.map((name) => Math.floor((line[name]?.getTime() ?? 0) / 1_000)));
  return {
    n: [line.number, 1],
    s: line.state,
    v: line.variantTitle,
    a: trimmed(AMOUNTS.map((name) => line[name])),
    w: [from, until, moved],
    ...(moments.length > 0 && { t: moments }),
    ...(line.dueFrom && { f: line.dueFrom }),
    ...(line.cancelReason && { r: line.cancelReason }),
    ...(line.letDown && { m: true }),
  };
}

const trimmed = (values: readonly number[]): number[] => values.slice(0, values.findLastIndex((one) => one !== 0) + 1);

/** Returns the sources as they were when the mail was written, as far as that is kept. */
export function sourcesOf(now: MailSources, { d, c, p, i }: WrittenFrom): MailSources {
  const lines = now.preorder.lines.map((line) => {
    const facts = i.find(({ n: [first, count] }) => line.number >= first && line.number < first + count);
    return facts ? asThen(line, facts) : line;
  });
  const sums = Object.fromEntries(SUMS.map((name, at) => [name, p[at] as Minor]));
  const state = preorderState(lines.map((line) => line.state));
  const card = c ? { brand: c[0], last4: c[1] } : null;
  return {
    ...now,
    today: d,
    preorder: { ...now.preorder, ...sums, state, lines },
    surroundings: { ...now.surroundings, card },
  };
}

function asThen(line: PreorderLine, { s, v, a, w: [from, until, moved], t = [], f, r, m }: LineFacts): PreorderLine {
  const amounts = Object.fromEntries(AMOUNTS.map((name, at) => [name, (a[at] ?? 0) as Minor]));
  const moments = Object.fromEntries(MOMENTS.map((name, at) => [name, t[at] ? new Date(t[at] * 1_000) : null]));
  return {
    ...line,
    ...amounts,
    ...moments,
    state: s,
    variantTitle: v,
    promisedNow: { from, until, version: moved },
    dueFrom: f ?? null,
    cancelReason: r ?? null,
    letDown: m === true,
  };
}
