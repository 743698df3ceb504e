import type { Locator, Page } from 'playwright-core';

/** How a shopper uses a page: by mouse (or finger), or by keyboard only. */
export type Hand = {
  press(target: Locator): Promise<void>;
  write(target: Locator, text: string): Promise<void>;
  /** Chooses a radio button or ticks a box. */
  check(target: Locator): Promise<void>;
  /** Selects an entry of a list by its text. */
  choose(list: Locator, entry: string): Promise<void>;
};

export const HANDS: Record<'mouse' | 'keyboard', (page: Page) => Hand> = {
  mouse: () => ({
    press: async (target) => {
      await pointAt(target);
      await target.click();
    },
    async write(target, text) {
      await pointAt(target);
      await target.click();
      await target.fill(text);
    },
    check: (target) => target.check(),
    async choose(list, entry) {
      await list.selectOption({ label: entry });
    },
  }),
  keyboard: (page) => ({
    async press(target) {
      await tabTo(page, target);
      await page.keyboard.press('Enter');
    },
    async write(target, text) {
      await tabTo(page, target);
      await page.keyboard.press('Control+A');
      await page.keyboard.type(text);
    },
    async check(target) {
      if ((await target.getAttribute('type')) === 'radio') await arrowTo(page, target);
      else {
        await tabTo(page, target);
        await page.keyboard.press('Space');
      }
    },
    async choose(list, entry) {
      await tabTo(page, list);
      await page.keyboard.type(entry);
    },
  }),
};

/**
 * Moves the mouse and waits until the element is hovered. A new frame of another process needs some milliseconds: until then
 * Chromium sends the click to the page around it, and it is lost.
 */
async function pointAt(target: Locator): Promise<void> {
  do await target.hover();
  while (!(await target.evaluate((element) => element.matches(':hover'))));
}

// Twice as many as the tab stops of any page here.
const STOPS_MAX = 150;

/** Tabs forward to the target, around the page if necessary. Fails if the keyboard cannot reach it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${target}`);
}

/** Goes to a radio button: a group is one tab stop, and arrow keys go from one to the next. */
async function arrowTo(page: Page, target: Locator): Promise<void> {
  const name = await target.getAttribute('name');
  const group = target.page().locator(`[name="${name}"]`);
  for (let stop = 0; stop < STOPS_MAX && !(await someFocused(group)); stop += 1) await page.keyboard.press('Tab');
  if (!(await target.isChecked())) await page.keyboard.press('Space');
  for (let step = 0; step < STOPS_MAX && !(await target.isChecked()); step += 1)
    await page.keyboard.press('ArrowRight');
}

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => document.hasFocus() && document.activeElement === element);
}

function someFocused(group: Locator): Promise<boolean> {
  return group.evaluateAll((elements) => elements.some((element) => element === document.activeElement));
}
