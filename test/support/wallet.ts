import type { Frame, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Returns the frame in `around` with this title, once it has a document of its own. */
export async function framedBy(around: Page | Frame, title: string): Promise<Frame> {
  const handle = await around.waitForSelector(`iframe[title="${title}"]`);
  const frame = await handle.contentFrame();
  if (!frame) throw new Error(`the frame ${title} has no document`);
  await frame.waitForSelector('button', { state: 'attached' });
  return frame;
}

/**
 * Presses with the mouse in the middle of what is seen, at real coordinates of the page. It presses once the element is hovered: a new
 * frame of another process needs some milliseconds, until then Chromium gives the click to the page around it, and it is lost.
 */
export async function pressWithMouse(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  await expect.poll(() => isPointedAt(page, target), { timeout: 10_000 }).toBe(true);
  await page.mouse.down();
  await page.mouse.up();
}

async function isPointedAt(page: Page, target: Locator): Promise<boolean> {
  // Playwright's own scrolling waits for frames of the screen, which Chromium does not draw for an iframe out of sight.
  await target.evaluate((element) => element.scrollIntoView({ block: 'nearest' }));
  const box = await target.boundingBox();
  if (!box) throw new Error('there is nothing to press');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  return target.evaluate((element) => element.matches(':hover'));
}

/** Presses a wallet's button. Resolves with the sheet that it opens, once it can be approved. */
export async function openWallet(page: Page, around: Page | Frame, name = 'Google Pay'): Promise<Frame> {
  const buttons = await framedBy(around, name);
  await pressWithMouse(page, buttons.getByRole('button', { name }));
  return walletSheet(around, name);
}

async function walletSheet(around: Page | Frame, name = 'Google Pay'): Promise<Frame> {
  const handle = await around.waitForSelector('dialog iframe');
  const sheet = await handle.contentFrame();
  if (!sheet) throw new Error(`${name} has no sheet`);
  await sheet.waitForSelector('#approve:enabled');
  return sheet;
}

/** Changes the details of the wallet's shopper. */
export async function changeDetails(sheet: Frame, details: Record<string, string>): Promise<void> {
  // By key: a message that comes or goes above it would move it from under a click.
  await sheet.locator('summary').press('Enter');
  for (const [field, value] of Object.entries(details)) {
    await sheet.fill(`#${field}`, value);
    await sheet.locator(`#${field}`).blur();
  }
}
