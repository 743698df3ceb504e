import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

// A form of the portal changes a thing only as it was read: it sends the version of that.

const PAGES = resolve('src/browser/portal');
// A request that puts one thing in the place of another. What POST does is an act, which the service decides by what is there; the ids of
// a product are a change all the same, and so is a form that posts what it was filled with.
const CHANGE =
  /\b(?:api\.(?:PATCH|PUT)\('(?<path>[^']+)'|api\.(?:PATCH|PUT)\(path\b|call(?:<\w+>)?\('(?<own>PATCH|PUT)'|mapIds\(\[|(?<!function )saveSettings\()/g;

// Changes that send no version, and why.
const WITHOUT: Readonly<Record<string, string>> = {
  'pages/account/password.tsx': 'the present password is sent with it',
  'pages/account/mails.tsx': 'one box, saved as it is ticked',
  'pages/brand/notices.tsx': 'an uploaded file replaces the one of its language and country',
  'pages/products/label.tsx': 'an uploaded file replaces the one before',
  'pages/brand/files.tsx': 'a file has no fields, and the one before it is seen',
  'pages/team/second-factor.tsx': 'one button, which says what it does',
};

// Forms that show what was read and post it without a version, and why.
const POSTED_WITHOUT: Readonly<Record<string, string>> = {
  'pages/connection/app.tsx': 'a code proves it, once',
  'pages/connection/connect.tsx': 'the keys are typed anew with it, and all of it is tried before it is kept',
  'pages/customers/data.tsx': 'it asks, and changes nothing',
  'pages/rehearsals/plan-form.tsx': 'it makes a new rehearsal',
  'pages/stores/create.tsx': 'it makes a new store',
};

const texts = readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(`${PAGES}/${file}`, 'utf8') }));

const files = texts
  .map(({ file, text }) => ({ file, text, changes: [...text.matchAll(CHANGE)].length }))
  .filter(({ changes }) => changes > 0);

test('every change of a thing sends the version that was read, or stands here with the reason', () => {
  expect(files.length).toBeGreaterThan(20);
  const without = files.filter(({ text, changes }) => [...text.matchAll(/\bheader\b/g)].length < 2 * changes);
  expect(without.map(({ file }) => file).sort()).toEqual(Object.keys(WITHOUT).sort());
});

test('a form that posts what it was filled with sends the version too, or stands here with the reason', () => {
  const forms = texts.flatMap(({ file, text }) =>
    [...text.matchAll(/\buseForm\(\{.*?\n {2}\}\);/gs)].map(([form]) => ({ file, form })),
  );
  const posting = forms.filter(({ form }) => /^\s*of[:,]/m.test(form) && /\bapi\.POST\(|\('POST'/.test(form));
  expect(posting.map(({ file }) => file)).toContain('pages/connection/order-time.tsx');
  const without = posting.filter(({ form }) => !/\bheader\b.*\bheader\b/s.test(form));
  expect(without.map(({ file }) => file).sort()).toEqual(Object.keys(POSTED_WITHOUT).sort());
});

test('a form that sends a version can read the thing again', () => {
  const senders = files.filter(({ text }) => /\buseForm\(/.test(text) && /\bheader\b/.test(text));
  expect(senders.length).toBeGreaterThan(10);
  for (const { file, text } of senders) expect([file, /\bread(?::|,)/.test(text)]).toEqual([file, true]);
});
