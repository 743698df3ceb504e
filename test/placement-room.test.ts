import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ROOM_LINES, STATUS_ROOM_LINE } from '../src/protocol/wire/placement-room.ts';

// All that a store copies or installs keeps the same room, so that its page does not move.
test.each([
  ['docs/guides/sdk.md', ROOM_LINES],
  ['docs/guides/first-waitlist.md', ROOM_LINES],
  ['docs/guides/status-page.md', [STATUS_ROOM_LINE]],
  ['extensions/shopify-theme/blocks/preorder-loader.liquid', [...ROOM_LINES, STATUS_ROOM_LINE]],
  ['extensions/woocommerce-plugin/includes/placements.php', [...ROOM_LINES, STATUS_ROOM_LINE]],
])('%s keeps the room of its placements', async (file, lines) => {
  const text = await readFile(new URL(`../${file}`, import.meta.url), 'utf8');
  for (const line of lines) expect(text).toContain(line);
});

test('the SDK gives the status page the room that snippets keep', async () => {
  const text = await readFile(new URL('../src/browser/sdk/status.ts', import.meta.url), 'utf8');
  const [, height = ''] = /height:(\d+px)/.exec(text) ?? [];
  expect(STATUS_ROOM_LINE).toContain(`min-height: ${height};`);
});
