import { type Html, html } from '../../../platform/html.ts';
import type { Branded } from '../../brand.ts';
import { keepOnOneLine } from '../../page.ts';
import type { ItemRow } from './facts.ts';
import { mailStyle } from './style.ts';

/** A row of a bill with its name and amount. */
export type Sum = { name: string; amount: string; total?: boolean };

/** A part of a mail, for both its HTML and its text. */
export type Block =
  | { kind: 'text'; text: string; muted?: boolean }
  | { kind: 'heading'; text: string }
  /** The most important names and values. */
  | { kind: 'facts'; facts: readonly (readonly [name: string, value: string])[] }
  | { kind: 'items'; rows: readonly ItemRow[]; sums?: readonly Sum[] }
  /** A text of several lines, such as an address. */
  | { kind: 'lines'; lines: readonly string[] }
  /** Another person's words, unchanged. */
  | { kind: 'quote'; text: string }
  /** Links as buttons. The first one is the most important. */
  | { kind: 'actions'; actions: readonly Action[] };

export type Action = { label: string; url: string };

export type Letter = {
  subject: string;
  /** The text that a mail program's list shows beside the subject. */
  preheader: string;
  title: string;
  blocks: readonly (Block | false)[];
};

export const text = (text: string): Block => ({ kind: 'text', text });
/** Small print, in the language in which the shopper agreed to it. */
export const muted = (text: string): Block => ({ kind: 'text', text, muted: true });
export const heading = (text: string): Block => ({ kind: 'heading', text });
export const facts = (...facts: (readonly [name: string, value: string])[]): Block => ({ kind: 'facts', facts });
export const items = (rows: readonly ItemRow[], sums: readonly Sum[] = []): Block => ({ kind: 'items', rows, sums });
export const lines = (lines: readonly string[]): Block => ({ kind: 'lines', lines });
export const quote = (text: string): Block => ({ kind: 'quote', text });
export const actions = (...actions: Action[]): Block => ({ kind: 'actions', actions });

/** What all blocks of a mail share: the reference stays on one line, and buttons have the look of the store. */
type Frame = { reference: string; store: Branded };

/** Renders a block as HTML. */
export function blockHtml(block: Block, { reference, store }: Frame): Html {
  switch (block.kind) {
    case 'text':
      return html`<p${block.muted && html` class="muted" dir="auto"`}>${withLineBreaks(block.text.split('\n').map((line) => keepOnOneLine(line, reference)))}</p>`;
    case 'heading':
      return html`<h2>${block.text}</h2>`;
    case 'facts':
      return html`<div class="facts">${block.facts.map(
        ([name, value]) => html`<p><span class="label">${name}</span> <bdi class="strong">${value}</bdi></p>`,
      )}</div>`;
    case 'items':
      return itemTable(block);
    case 'lines':
      return html`<p>${withLineBreaks(block.lines.map((line) => html`<bdi>${line}</bdi>`))}</p>`;
    case 'quote':
      return html`<blockquote dir="auto">${paragraphs(block.text).map((part) => html`<p>${withLineBreaks(part.split('\n'))}</p>`)}</blockquote>`;
    case 'actions':
      return html`<p class="actions">${block.actions.map((action, index) => actionHtml(action, index === 0 ? buttonOf(store) : secondOf(store)))}</p>`;
  }
}

function blockText(block: Block): string[] {
  switch (block.kind) {
    case 'text':
      return [block.text];
    case 'heading':
      return [`${block.text}:`];
    case 'facts':
      return block.facts.map(([name, value]) => `${name}: ${value}`);
    case 'items':
      return [...block.rows.flatMap(itemTexts), ...sumTexts(block.sums ?? [])];
    case 'lines':
      return [...block.lines];
    case 'quote':
      return block.text.split('\n').map((line) => `> ${line}`);
    case 'actions':
      return block.actions.flatMap(({ label, url }) => [`${label}:`, url]);
  }
}

/** Renders blocks as text. There is no empty line between a heading and its block. */
export function blocksText(blocks: readonly Block[]): string {
  return blocks
    .map((block) => `${blockText(block).join('\n')}${block.kind === 'heading' ? '\n' : '\n\n'}`)
    .join('')
    .trimEnd();
}

// Also as an inline style, so that a link looks like a button in programs that drop the style sheet.
const buttonOf = (store: Branded) => ({
  name: 'button',
  style: mailStyle(
    'display:inline-block;padding:14px 22px;border-radius:var(--radius);background:var(--action);color:var(--action-text);font-weight:600;text-decoration:none',
    'light',
    store,
  ),
});
const secondOf = (store: Branded) => ({
  name: 'second',
  style: mailStyle(
    'display:inline-block;padding:13px 21px;border-radius:var(--radius);border:1px solid var(--second-line);color:var(--text);font-weight:600;text-decoration:none',
    'light',
    store,
  ),
});

function actionHtml({ label, url }: Action, { name, style }: { name: string; style: string }): Html {
  return html`<a class="${name}" style="${style}" href="${url}">${label}</a> `;
}

function itemTable({ rows, sums = [] }: Extract<Block, { kind: 'items' }>): Html {
  const pictured = rows.some(({ picture }) => picture !== undefined);
  return html`<table>${itemRows(rows, pictured)}${sums.length > 0 && sumRows(sums, pictured)}</table>`;
}

// Also as attributes and an inline style: some programs know only these, and would show the picture in its own size.
const PICTURE_STYLE = 'display:block;width:56px;height:auto;max-height:84px;object-fit:contain';

function itemRows(rows: readonly ItemRow[], pictured: boolean): Html {
  return html`<tbody>${rows.map(
    ({ title, details, quantity, amount, picture }) =>
      html`<tr>${pictured && html`<td class="picture">${picture !== undefined && pictureHtml(picture)}</td>`}<th scope="row">${quantity} × <bdi>${title}</bdi>${details.map((detail) => html`<br><bdi class="muted">${detail}</bdi>`)}</th><td>${amount}</td></tr>`,
  )}</tbody>`;
}

/** The picture says nothing that the text beside it does not say. */
function pictureHtml(cid: string): Html {
  return html`<img src="cid:${cid}" alt="" width="56" style="${PICTURE_STYLE}">`;
}

function sumRows(sums: readonly Sum[], pictured: boolean): Html {
  return html`<tbody class="sum">${sums.map(
    ({ name, amount, total }) =>
      html`<tr${total && html` class="total"`}><th scope="row"${pictured && html` colspan="2"`}>${name}</th><td>${amount}</td></tr>`,
  )}</tbody>`;
}

function itemTexts({ title, details, quantity, amount }: ItemRow): string[] {
  return [`${quantity} × ${title}: ${amount}`, ...details.map((detail) => `    ${detail}`)];
}

function sumTexts(sums: readonly Sum[]): string[] {
  return sums.length === 0 ? [] : ['', ...sums.map(({ name, amount }) => `${name}: ${amount}`)];
}

function withLineBreaks(texts: readonly (string | Html)[]): Html[] {
  return texts.map((part, index) => html`${index > 0 && html`<br>`}${part}`);
}

function paragraphs(words: string): string[] {
  return words.split(/\n{2,}/).filter((part) => part.trim() !== '');
}
