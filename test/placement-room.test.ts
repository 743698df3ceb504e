import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ROOM_LINES } from '../src/protocol/wire/placement-room.ts';

const read = (file: string) => readFile(new URL(`../${file}`, import.meta.url), 'utf8');

// As much as the SDK gives the status page before its content is known.
const [, height = ''] = /height:(\d+px)/.exec(await read('src/browser/sdk/status.ts')) ?? [];
const STATUS_ROOM_LINE = `[data-service-placement-type='pre-order-status-placement']:not([data-service-state='failed']) { min-height: ${height}; }`;

// All that a store copies or installs keeps the same room, so that its page does not move.
test.each([
  ['README.md', ROOM_LINES],
  ['docs/guides/sdk.md', [...ROOM_LINES, STATUS_ROOM_LINE]],
  ['docs/guides/first-waitlist.md', ROOM_LINES],
  ['docs/guides/loader.md', ROOM_LINES],
  ['docs/guides/react.md', ROOM_LINES],
  ['docs/guides/status-page.md', [STATUS_ROOM_LINE]],
  ['packages/loader/README.md', ROOM_LINES],
  ['extensions/shopify-theme/blocks/preorder-loader.liquid', [...ROOM_LINES, STATUS_ROOM_LINE]],
  ['extensions/woocommerce-plugin/includes/placements.php', [...ROOM_LINES, STATUS_ROOM_LINE]],
])('%s keeps the room of its placements', async (file, lines) => {
  const text = await read(file);
  for (const line of lines) expect(text).toContain(line);
});
