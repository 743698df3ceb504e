import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { AUDIT_RULES } from '../src/core/audits/all-rules.ts';
import { wholeOf } from '../src/core/audits/rule.ts';
import { OUTCOMES } from '../src/core/people/outcome.ts';
import { ERROR_STATUS, type ErrorCode } from '../src/domain/error.ts';
import { REFUSALS } from '../src/domain/refusal.ts';
import type { CommerceErrorKind } from '../src/integrations/commerce/port.ts';
import type { MailErrorKind } from '../src/integrations/mail/port.ts';
import type { ProviderErrorKind } from '../src/integrations/payments/port.ts';
import { alerts as alertsDe } from '../src/messages/alerts/de.ts';
import { alerts as alertsEn } from '../src/messages/alerts/en.ts';
import { de } from '../src/messages/portal/de.ts';
import { en } from '../src/messages/portal/en.ts';
import { faults as faultsDe } from '../src/messages/portal/faults-de.ts';
import { faults as faultsEn } from '../src/messages/portal/faults-en.ts';
import { office as officeDe } from '../src/messages/portal/office-de.ts';
import { office as officeEn } from '../src/messages/portal/office-en.ts';
import { rows as rowsDe } from '../src/messages/portal/rows-de.ts';
import { rows as rowsEn } from '../src/messages/portal/rows-en.ts';
import { setup as setupDe } from '../src/messages/portal/setup-de.ts';
import { setup as setupEn } from '../src/messages/portal/setup-en.ts';
import { PROJECT, projectFiles } from './checks/project.ts';

// Refusals that only shoppers and programs with a key or token get, each with where it is thrown. All others can reach the portal.
const OF_OTHERS: Partial<Record<ErrorCode, RegExp>> = {
  missing_api_key: /^src\/platform\/validation/,
  invalid_api_key: /^src\/surfaces\/(public-api|frames|answers)|^src\/core\/checkouts/,
  missing_api_token: /^src\/surfaces\/admin-api\/authenticate/,
  invalid_api_token: /^src\/surfaces\/admin-api\/authenticate/,
  invalid_checkout_secret: /^src\/surfaces\/frames|^src\/core\/checkouts/,
  invalid_token: /^src\/surfaces\/frames\/status/,
  invalid_signature: /^src\/core\/(accounts|connections)\/commands\/receive|^src\/surfaces\/shopify-proxy/,
  session_ended: /^src\/surfaces\/frames\/status/,
  link_required: /^src\/surfaces\/frames\/status/,
  checkout_not_found: /^src\/surfaces\/frames|^src\/core\/payments\/commands\/pay/,
  checkout_not_held: /^src\/core\/(checkouts|payments\/commands\/pay)/,
  checkout_changed: /^src\/core\/payments\/commands\/pay/,
  checkout_completed: /^src\/core\/(checkouts|payments\/commands\/pay)/,
  payment_changed: /^src\/core\/payments\/commands\/pay/,
  swap_changed: /^src\/core\/preorders\/commands\/swap/,
  in_stock: /^src\/core\/(checkouts|stock)/,
  held_by_others: /^src\/(domain\/stock|core\/(checkouts|stock))/,
  country_not_shipped: /^src\/(domain\/waitlist|core\/(checkouts|stock|preorders\/commands\/change-address))/,
  limit_per_customer: /^src\/(domain\/stock|core\/(checkouts|stock|imports\/commands\/decide))/, // of a row, in the import's list
  too_many_holds: /^src\/(domain\/stock|core\/(checkouts|stock))/,
  discount_expired: /^src\/core\/checkouts/,
  discount_used_up: /^src\/core\/checkouts/,
  discount_minimum: /^src\/core\/checkouts/,
  discount_not_applicable: /^src\/core\/checkouts/,
  backup_unreadable: /^src\/platform\/backup/,
  backup_key_wrong: /^src\/platform\/backup/,
  backup_newer: /^src\/platform\/backup/,
  database_not_empty: /^src\/core\/backups/,
  database_in_use: /^src\/core\/backups/,
};

// By their types, so that a kind that is added does not compile until it stands here.
const MAIL = keysOf<`mail_${MailErrorKind}`>({
  mail_unreachable: true,
  mail_put_off: true,
  mail_refused: true,
  mail_no_mailbox: true,
});
const PAYMENT = keysOf<`payment_${ProviderErrorKind}`>({
  payment_refused: true,
  payment_account: true,
  payment_unreachable: true,
});
const PLATFORM = keysOf<`platform_${CommerceErrorKind}`>({
  platform_unreachable: true,
  platform_refused: true,
  platform_unauthorised: true,
  platform_throttled: true,
  platform_not_found: true,
  platform_malformed: true,
});

function keysOf<Key extends string>(all: Record<Key, true>): string[] {
  return Object.keys(all);
}

const english: Record<string, unknown> = { ...en, ...faultsEn };
const german: Record<string, unknown> = { ...de, ...faultsDe };
const CODES = Object.keys(ERROR_STATUS) as ErrorCode[];

test('every refusal that the portal can get has words in both languages', () => {
  const needed = CODES.filter((code) => !(code in OF_OTHERS));
  expect(needed.filter((code) => english[`fault.${code}`] === undefined)).toEqual([]);
  expect(needed.filter((code) => german[`fault.${code}`] === undefined)).toEqual([]);
});

test('words of refusals name codes that exist, and none is there twice', () => {
  const refusals = Object.keys(faultsEn).filter((key) => key.startsWith('fault.'));
  const codes = refusals.map((key) => key.split('.')[1] ?? '');
  expect(codes.length).toBeGreaterThan(50);
  expect(codes.filter((code) => !(code in ERROR_STATUS))).toEqual([]);
  expect(Object.keys(faultsEn).filter((key) => key in en)).toEqual([]);
});

test('every rule of the audit, and what keeps other systems from a job, has words in both languages', () => {
  const rules = Object.values(AUDIT_RULES).map(({ code }) => `books.rule.${code}`);
  expect(new Set(rules).size).toBe(rules.length);
  const kinds = [...MAIL, ...PAYMENT, ...PLATFORM].map((code) => `job.reason.${code}`);
  for (const words of [officeEn, officeDe]) {
    expect(Object.keys(words).filter((key) => key.startsWith('books.rule.'))).toEqual(rules);
    expect(kinds.filter((key) => !(key in words))).toEqual([]);
  }
});

test('every alert has words in both languages, and the core raises each', async () => {
  expect(Object.keys(alertsDe)).toEqual(Object.keys(alertsEn)); // of a text that does not exist, none can be raised
  const sources = await Promise.all(
    (await projectFiles('src/core/')).map(async (path) => readFile(PROJECT + path, 'utf8')),
  );
  const raised = sources.join('\n');
  const codes = new Set(Object.keys(alertsEn).map((key) => key.split('.')[1] ?? ''));
  const byKind = ['capture_failed', 'charge_failed', 'undo_failed']; // put together of the kind of a movement
  expect([...codes].filter((code) => !raised.includes(`'${code}'`) && !raised.includes(`\`${code}.`))).toEqual(byKind);
});

test('every reason why a row or a product is refused has words in both languages', () => {
  const keys = REFUSALS.map((reason) => `row.${reason}`);
  for (const words of [rowsEn, rowsDe]) expect(Object.keys(words).sort()).toEqual([...keys].sort());
});

test('every detail of a finding has words in both languages, with a place for each value', () => {
  const found = Object.values(AUDIT_RULES).flatMap((rule) => [
    ...wholeOf(rule).matchAll(/format\('([^']*)', .*AS detail, '([\w.]+)' AS "detailCode"/g),
  ]);
  const told = found.map(([, text = '', code = '']) => [`books.detail.${code}`, text.split('%s').length - 1]);
  expect(found.length).toBeGreaterThanOrEqual(Object.keys(AUDIT_RULES).length);
  for (const words of [officeEn, officeDe]) {
    const keys = Object.entries(words).filter(([key]) => key.startsWith('books.detail.'));
    const places = keys.map(([key, text]) => [key, new Set(`${text}`.match(/\{\d\}/g)).size]);
    expect(places.sort()).toEqual(told.sort());
  }
});

test('what became of requests of persons has words in both languages', () => {
  const keys = Object.keys(OUTCOMES).map((code) => `privacy.outcome.${code}`);
  for (const words of [setupEn, setupDe])
    expect(
      Object.keys(words)
        .filter((key) => key.startsWith('privacy.outcome.'))
        .sort(),
    ).toEqual(keys.sort());
});

describe('a refusal without words', () => {
  test('is thrown only where no one of the portal asks', async () => {
    const paths = (await projectFiles('src/')).filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
    const found: string[] = [];
    for (const path of paths) {
      const text = await readFile(PROJECT + path, 'utf8');
      for (const [, code = ''] of text.matchAll(/new AppError\(\s*'(\w+)'/g)) {
        const where = OF_OTHERS[code as ErrorCode];
        if (where && !where.test(path)) found.push(`${code}: ${path}`);
      }
    }
    expect(found).toEqual([]);
  });
});
