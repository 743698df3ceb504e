import type { Page } from 'playwright-core';
import type { UsableTimes } from './browser/bench.ts';

/** Returns the milliseconds from the click to the first field, without the network time of the checkout's document. */
export async function clickToField(page: Page): Promise<number> {
  await page.evaluate('bench.settled');
  const button = page.frames().find((frame) => frame.url().includes('/button'));
  await button?.click('#button');
  const element = await page.waitForSelector('dialog iframe');
  const checkout = await element.contentFrame();
  const clickedAt = await button?.evaluate<number>('bench.clickedAt()');
  const answer = await checkout?.evaluate<UsableTimes>('bench.usable()');
  if (clickedAt === undefined || !answer) throw new Error('the checkout did not open');
  const network = Math.max(0, answer.until - Math.max(answer.from, clickedAt));
  return answer.usableAt - clickedAt - network;
}
