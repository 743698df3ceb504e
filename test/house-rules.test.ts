import { expect, test } from 'vitest';
import { brokenRules } from './checks/house-rules.ts';

test.each([
  ['src/domain/price.ts', 'const now = Date.now();', /takes time and chance/],
  ['src/domain/price.ts', 'export async function price() {', /takes time and chance/],
  ['src/platform/pool.ts', 'export class Pool {', /only errors are classes/],
  ['src/surfaces/frames/routes.ts', "await db.query('SELECT 1');", /SQL lives in/],
  ['src/core/prune.ts', 'WHERE created_at < app_now() - $1', /volatile/],
  ['src/core/prune.ts', 'WHERE at BETWEEN app_now() - $1 AND $2', /volatile/],
  ['src/core/links/queries.ts', "WHERE app_now() - interval '1 hour' > at", /volatile/],
  ['src/platform/utils.ts', '', /a name says/],
  ['src/browser/helpers/dom.ts', '', /a name says/],
  ['test/browser/buy.test.ts', 'await page.waitForTimeout(100);', /never for time/],
  ['src/main/start.ts', '// TO' + 'DO later', /not promised/],
  ['docs/guide.md', 'see /ho' + 'me/ann/x', /one person's machine/],
])('%s: %s', (path, line, because) => {
  expect(brokenRules(path, line)).toEqual([expect.stringMatching(because)]);
});

test.each([
  ['src/domain/price.ts', 'export function price(now: Date): number {'],
  ['src/domain/error.ts', 'export class AppError extends Error {'],
  ['src/core/stores/queries.ts', "db.query('SELECT 1')"],
  ['src/core/prune.ts', 'WHERE created_at < (SELECT app_now()) - $1'],
  ['src/platform/clock.ts', 'UPDATE link SET used_at = app_now() WHERE id = $1'],
  ['src/core/preorders/commands/place.ts', "tx.query<Row>('SELECT 1')"],
  ['docs/guide.md', 'the address is https://example.com/work/order'],
])('allows in %s: %s', (path, line) => {
  expect(brokenRules(path, line)).toEqual([]);
});
