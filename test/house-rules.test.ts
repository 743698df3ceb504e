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
  ['src/browser/ui/button.css', 'color: #1B4FD1;', /a colour stands in/],
  ['src/browser/frames/status/views/list.tsx', "style={{ color: 'rgb(0 0 0 / 20%)' }}", /a colour stands in/],
  ['src/surfaces/mailed-pages/page.ts', 'border: 1px solid light-dark(#fff, var(--line));', /a colour stands in/],
  ['src/surfaces/mails/templates/frame.ts', '.card { background: oklch(0.96 0.003 264.5); }', /a colour stands in/],
  ['demo/browser/home.css', 'color: hsla(210, 50%, 20%, 0.5);', /a colour stands in/],
  ['test/browser/buy.test.ts', 'await page.waitForTimeout(100);', /never for time/],
  ['src/browser/ui/field.css', '  padding: 0.45rem var(--space-2);', /a space, a size/],
  ['demo/browser/home.css', '    font-size: clamp(1.5rem, 2vw, 2rem);', /a space, a size/],
  ['src/browser/docs/prose.css', '  border-start-start-radius: 6px;', /a space, a size/],
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
  ['src/browser/ui/tokens.css', '--link: light-dark(#1b4fd1, #9dbcff);'],
  ['src/browser/ui/button.css', 'background: var(--action);'],
  ['src/browser/frames/button/style.css', '#label:empty { display: none; }'],
  ['src/browser/ui/field.css', '  margin: calc(-1 * var(--space-half)) 0 0.2em;'],
  ['src/browser/ui/field.css', '  inline-size: 12rem;'],
  ['src/browser/frames/button/style.css', '  padding: 7px 16px;'],
  ['src/browser/docs/code.css', '  border-radius: calc(var(--radius) - 2px);'],
  ['src/browser/frames/ground.ts', '// For `rgb()` it checks green alone.'],
  ['src/platform/html.ts', "return '&#039;';"],
  ['docs/guide.md', 'the address is https://example.com/work/order'],
])('allows in %s: %s', (path, line) => {
  expect(brokenRules(path, line)).toEqual([]);
});
