import { readdirSync, readFileSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import { expect, test } from 'vitest';

const PORTAL = resolve('src/browser/portal');
const FIELD =
  /<(?:input|select|textarea|Input|Amount|TextArea|Check|CheckField|Choice|Radios|Picker|ProductPicker|RowField)\b/;
const MODEL = /\buse(?:Words)?Form\(/;

// Components whose fields no form holds, and why.
const ALONE: Readonly<Record<string, string>> = {
  'shell/palette.tsx Palette': 'a search',
  'shell/keys.tsx Keys': 'a setting of this browser, kept as it is ticked',
  'ui/search.tsx Search': 'a search',
  'pages/activity/page.tsx ByWhom': 'a filter of a list, which lives in the address',
  'pages/mails/page.tsx MailLog': 'a filter of a list, which lives in the address',
  'pages/reports/page.tsx Reports': 'the period of the reports, which lives in the address',
  'pages/brand/language.tsx LanguageChoice': 'chooses what is shown, and lives in the address',
  'pages/brand/mails.tsx Mails': 'chooses what is shown, and lives in the address',
  'pages/brand/notices.tsx Add': 'a file is kept as it is chosen, for the language and country above it',
  'pages/brand/style-editor.tsx Editor': 'tries styles, of which nothing is stored',
  'pages/brand/style-editor.tsx Properties': 'tries styles, of which nothing is stored',
  'pages/connection/connect.tsx Connect': 'chooses which form is shown',
  'pages/account/mails.tsx StoreMails': 'each box is saved as it is ticked',
  'pages/products/import.tsx FileChoice': 'a file is looked at as it is chosen',
  'pages/sending/filters.tsx ParcelFilters': 'filters of a list, which live in the address',
  'bulk/work-table.tsx TickAll': 'chooses rows of a list, of which nothing is stored',
  'bulk/work-table.tsx WorkRow': 'chooses rows of a list, of which nothing is stored',
};

type Component = { file: string; name: string; text: string };

/** Returns the functions of the portal that show something, each with its text. */
function readComponents(): Component[] {
  const files = readdirSync(PORTAL, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'));
  return files
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) =>
      readFileSync(`${PORTAL}/${file}`, 'utf8')
        .split(/^(?=(?:export )?function )/m)
        .map((text) => ({ file, name: /^(?:export )?function (\w+)/.exec(text)?.[1] ?? '', text })),
    );
}

const components = readComponents();

/** Whether one shows another: a component of its own file, or one that its file imports. */
function shows(one: Component, { file, name }: Component): boolean {
  if (!new RegExp(`<${name}\\b`).test(one.text)) return false;
  const head = components.find((other) => other.file === one.file && other.name === '')?.text ?? '';
  const paths = [...head.matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) =>
    posix.join(posix.dirname(one.file), path),
  );
  return one.file === file || paths.includes(file);
}

/** Whether the fields of a component are those of a form: its own, or one around each place that shows it. */
function isOfForm(one: Component, seen: readonly Component[] = []): boolean {
  if (MODEL.test(one.text)) return true;
  if (seen.includes(one)) return false;
  const around = components.filter((other) => other !== one && shows(other, one));
  return around.length > 0 && around.every((other) => isOfForm(other, [...seen, one]));
}

test('every field of the portal is of a form with the model, or stands here with the reason', () => {
  const withFields = components.filter(({ file, text }) => FIELD.test(text) && !/^ui\/(?!search)/.test(file));
  expect(withFields.length).toBeGreaterThan(80);
  const alone = withFields.filter((one) => !isOfForm(one)).map(({ file, name }) => `${file} ${name}`);
  expect(alone.sort()).toEqual(Object.keys(ALONE).sort());
});

test('a form is shown by the model alone', () => {
  const forms = components.filter(({ text }) => /<(?:form|Form)\b/.test(text)).map(({ file }) => file);
  expect(forms.sort()).toEqual(['ui/form-view.tsx', 'ui/form.tsx', 'ui/search.tsx']);
});
