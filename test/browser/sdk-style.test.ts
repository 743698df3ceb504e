import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  BUTTON,
  frameOf,
  openStorePage,
  type PlacementPage,
  PRICE,
  productPage,
  useStage,
} from '../support/placement-page.ts';
import { testData, testDataFile } from '../support/test-data.ts';

const stage = useStage();

async function openStyled(type: 'button' | 'price', options: string): Promise<PlacementPage> {
  const html = productPage(
    stage,
    type === 'button' ? BUTTON : PRICE,
    `Service.load({ placementType: '${type}', productId, skuId: variants[0], ${options} });`,
  );
  const opened = await openStorePage(stage, html);
  await opened.hears('PlacementLoaded');
  return opened;
}

async function styleOf({ page }: PlacementPage, selector: string, type = 'button'): Promise<Record<string, string>> {
  const frame = await frameOf(page, type);
  return frame.locator(selector).evaluate((element) => {
    const { color, backgroundColor, fontSize, fontWeight, fontFamily, borderRadius, textTransform, textAlign } =
      getComputedStyle(element);
    return { color, backgroundColor, fontSize, fontWeight, fontFamily, borderRadius, textTransform, textAlign };
  });
}

describe('a merchant’s style', () => {
  test('applies to the button, its hover, its disabled state and its label', async () => {
    const opened = await openStyled(
      'button',
      `style: { backgroundColor: '#123456', color: 'white', borderRadius: '4px 8px', fontFamily: 'Georgia, serif',
                fontWeight: '700', textTransform: 'uppercase', border: '2px solid rgb(1 2 3)' },
       hoverStyle: { backgroundColor: '#654321' }, disabledStyle: { color: 'rgb(9 9 9)' },
       labelStyle: { color: 'rebeccapurple', textAlign: 'left' }`,
    );
    expect(await styleOf(opened, '#button')).toMatchObject({
      backgroundColor: 'rgb(18, 52, 86)',
      color: 'rgb(255, 255, 255)',
      borderRadius: '4px 8px',
      fontFamily: 'Georgia, serif',
      fontWeight: '700',
      textTransform: 'uppercase',
    });
    expect(await styleOf(opened, '#label')).toMatchObject({ color: 'rgb(102, 51, 153)', textAlign: 'left' });
    const frame = await frameOf(opened.page, 'button');
    await frame.hover('#button');
    await expect.poll(() => styleOf(opened, '#button')).toMatchObject({ backgroundColor: 'rgb(101, 67, 33)' });
    await opened.page.evaluate(`Service.update({ placementType: 'button', skuId: null })`);
    await opened.hears('PlacementLoaded', 2);
    expect(await styleOf(opened, '#button')).toMatchObject({ color: 'rgb(9, 9, 9)' });
    expect(opened.problems).toEqual([]);
    await opened.close();
  });

  test('is changed and cleared by an update without a request', async () => {
    const opened = await openStyled('button', `style: { color: 'rgb(1 2 3)' }, labelStyle: { color: 'rgb(4 5 6)' }`);
    const before = opened.requests.length;
    await opened.page.evaluate(
      `Service.update({ placementType: 'button', style: null, labelStyle: { color: 'red' } })`,
    );
    await opened.hears('PlacementLoaded', 2);
    expect(await styleOf(opened, '#button')).toMatchObject({ color: 'rgb(255, 255, 255)' });
    expect(await styleOf(opened, '#label')).toMatchObject({ color: 'rgb(255, 0, 0)' });
    expect(opened.requests).toHaveLength(before);
    await opened.close();
  });

  test('resolves lengths in the page, not in the frame', async () => {
    const html = productPage(
      stage,
      `<style>html { font-size: 10px } main { font-size: 30px }</style>${BUTTON}${PRICE}`,
      `Service.load({ placementType: 'button', productId, style: { fontSize: '2rem', width: '20rem' } });
       Service.load({ placementType: 'price', productId, style: { fontSize: '0.5em', lineHeight: '2' } });`,
    );
    const opened = await openStorePage(stage, html);
    await opened.hears('PlacementLoaded', 2);
    expect(await styleOf(opened, '#button')).toMatchObject({ fontSize: '20px' });
    expect(await styleOf(opened, '#label')).toMatchObject({ fontSize: '16.25px' });
    expect(await styleOf(opened, '#price', 'price')).toMatchObject({ fontSize: '15px' });
    const boxes = await opened.page
      .locator('iframe')
      .evaluateAll((frames) => frames.map(({ clientWidth, clientHeight }) => [clientWidth, clientHeight]));
    expect(boxes[0]?.[0]).toBe(200);
    expect(boxes[1]?.[1]).toBe(30);
    await opened.close();
  });

  test.each([
    [`height: '56px'`, { button: 56, frame: 80 }],
    [`height: '100%'`, { button: 100, frame: 124 }],
    [`height: 'auto'`, { button: 44, frame: 68 }],
    [`height: 'fit-content'`, { button: 44, frame: 68 }],
    [`fontSize: '40px'`, { button: 76, frame: 130 }],
    [`fontSize: '0'`, { button: 44, frame: 60.5 }],
    [`lineHeight: '1e9'`, { button: expect.any(Number), frame: 400 }],
  ])('of %s sets the height of the button, and the frame fits it', async (style, expected) => {
    const container = BUTTON.replace('<div', '<div style="height: 100px"');
    const html = productPage(
      stage,
      container,
      `Service.load({ placementType: 'button', productId, style: { ${style} } });`,
    );
    const { page, hears, close } = await openStorePage(stage, html);
    await hears('PlacementLoaded');
    const frame = await frameOf(page, 'button');
    const heightOf = (element: Element) => element.getBoundingClientRect().height;
    await expect
      .poll(async () => ({
        button: await frame.locator('#button').evaluate(heightOf),
        frame: await page.locator('iframe').evaluate(heightOf),
      }))
      .toEqual(expected);
    await close();
  });

  test('can leave the width to the content', async () => {
    const opened = await openStyled('button', `style: { width: 'fit-content' }`);
    const frame = await frameOf(opened.page, 'button');
    const { width } = (await frame.locator('#button').boundingBox()) ?? { width: 0 };
    expect(width).toBeGreaterThan(80);
    expect(width).toBeLessThan(200);
    await opened.close();
  });

  test('aligns a price but no button', async () => {
    const price = await openStyled('price', `style: { textAlign: 'center' }`);
    expect(await styleOf(price, 'body', 'price')).toMatchObject({ textAlign: 'center' });
    await price.close();
    const button = await openStyled('button', `style: { textAlign: 'left' }`);
    expect(button.problems).toEqual(['warning: Service: style.textAlign refused']);
    await button.close();
  });
});

type Vector = { p: string; v: string | { repeat: string; length: number }; class: string };
type Vectors = { good: Record<string, string[]>; bad: Vector[]; badProps: [string, string][] };

// These values are harmless: sizes are bounded, and a keyword is an ordinary value.
const MAY_PASS = ['layout', 'kw', 'inf', 'random', 'calc-size'];
const EVIL = 'https://evil.example';

describe.skipIf(testData === undefined)('values of an attack', () => {
  let vectors: Vectors;
  beforeAll(async () => {
    vectors = JSON.parse(await readFile(testDataFile('corpora/css/css-style-vectors.json'), 'utf8'));
  });

  const loadWith = async ({ page, hears }: PlacementPage, style: unknown, count: number) => {
    await page.evaluate(
      `Service.load({ placementType: 'button', productId, style: JSON.parse(${JSON.stringify(JSON.stringify(style))}) })`,
    );
    await hears('PlacementLoaded', count);
  };

  test('are refused by name, send no request, and never enlarge the frame beyond its container', async () => {
    const opened = await openStyled('button', '');
    const { page, problems, requests } = opened;
    let count = 1;
    for (const { p, v, class: kind } of vectors.bad) {
      const value = (typeof v === 'string' ? v : v.repeat.repeat(v.length / v.repeat.length)).replaceAll(
        '{EVIL}',
        EVIL,
      );
      count += 1;
      await loadWith(opened, { [p]: value }, count);
      const box = await page.locator('iframe').boundingBox();
      expect(box?.height, value).toBeLessThanOrEqual(400);
      expect(box?.width, value).toBeLessThanOrEqual(1440);
      if (!MAY_PASS.includes(kind)) {
        expect(problems, value.slice(0, 100)).toContain(`warning: Service: style.${p} refused`);
        const frame = await frameOf(page, 'button');
        const rules = await frame.evaluate(() =>
          [...(document.adoptedStyleSheets[0]?.cssRules ?? [])].map((rule) => rule.cssText),
        );
        expect(rules.join(' '), value.slice(0, 100)).not.toMatch(/evil|url|expression|var\(|env\(/);
      }
    }
    for (const [name, value] of vectors.badProps) {
      count += 1;
      await loadWith(
        opened,
        JSON.parse(`{${JSON.stringify(name)}: ${JSON.stringify(value.replaceAll('{EVIL}', EVIL))}}`),
        count,
      );
      expect(problems, name).toContain(`warning: Service: style.${name} refused`);
    }
    expect(new Set(problems).size, 'a warning is repeated').toBe(problems.length);
    expect(requests.filter((address) => !address.startsWith(stage.system.baseUrl))).toEqual([]);
    await opened.close();
  });

  test('do not include ordinary ones, which are accepted', async () => {
    const opened = await openStyled('button', '');
    let count = 1;
    for (const [name, values] of Object.entries(vectors.good)) {
      if (name === 'textAlign') continue;
      for (const value of values) {
        count += 1;
        await loadWith(opened, { [name]: value }, count);
        expect(opened.problems, `${name}: ${value}`).toEqual([]);
      }
    }
    await opened.close();
  });
});
