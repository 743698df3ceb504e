import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  check,
  JSONValidator,
  type JsonValidationSet,
  type Offense,
  type ThemeDocset,
  toSourceCode,
} from '@shopify/theme-check-common';
import { getThemeAndConfig, NodeFileSystem } from '@shopify/theme-check-node';
import { describe, expect, test } from 'vitest';
import { readBlock, renderBlock } from './support/shopify-liquid.ts';

const EXTENSION = fileURLToPath(new URL('../extensions/shopify-theme', import.meta.url));

// The library would first ask the network for newer descriptions of Liquid. Its own copy is what we pin.
const { resolve } = createRequire(import.meta.url);
const readData = async (name: string) =>
  JSON.parse(await readFile(resolve(`@shopify/theme-check-docs-updater/data/${name}.json`), 'utf8'));

const SCHEMAS = 'https://raw.githubusercontent.com/Shopify/theme-liquid-docs/main/schemas';
type Listed = { uri: string; fileMatch?: string[] };

const docset: ThemeDocset = {
  filters: () => readData('filters'),
  objects: () => readData('objects'),
  liquidDrops: () => readData('objects'),
  tags: () => readData('tags'),
  systemTranslations: () => readData('shopify_system_translations'),
};

// Shopify's own check leaves the settings of app blocks to its deployment; a theme's are described in the same way.
const SETTINGS = `${SCHEMAS}/theme/settings.json`;

async function readSchemas(): Promise<Awaited<ReturnType<JsonValidationSet['schemas']>>> {
  const { schemas }: { schemas: Listed[] } = await readData('manifest_theme');
  return Promise.all(
    schemas.map(async (one) => {
      const uri = `${SCHEMAS}/${one.uri}`;
      const schema = JSON.stringify(await readData(basename(one.uri, '.json')));
      return { ...one, uri, schema, ...(uri === SETTINGS ? { fileMatch: ['*/settings.json'] } : {}) };
    }),
  );
}

/** Checks the extension, or what `change` makes of its files. */
async function faultsIn(change: (source: string, name: string) => string = (source) => source): Promise<string[]> {
  const { theme, config } = await getThemeAndConfig(EXTENSION);
  expect(theme.length).toBeGreaterThanOrEqual(4);
  const files = theme.map(({ uri, source }) => toSourceCode(uri, change(source, basename(uri))));
  const about = { fs: NodeFileSystem, themeDocset: docset, jsonValidationSet: { schemas: async () => [] } };
  const faults: Offense[] = await check(files, config, about);
  return faults.map(({ check, uri, message }) => `${check} ${basename(uri)}: ${message}`);
}

const BLOCKS = ['preorder-loader', 'preorder-button', 'preorder-price', 'preorder-status'];

const product = {
  id: 8123456789012,
  handle: 'aurora-jacket',
  has_only_default_variant: false,
  selected_or_first_available_variant: { id: 44512345678901, sku: 'AUR-0', available: false },
};

describe("Shopify's own check", () => {
  test('finds no fault in the extension', async () => {
    expect(await faultsIn()).toEqual([]);
  });

  test.each([
    ['a filter that does not exist', '| strip', '| stripp', 'UnknownFilter'],
    ['a tag that is not closed', '{%- endif -%}', '', 'LiquidHTMLSyntaxError'],
    ['a block without settings', '{% schema %}', '{% comment %}{% endcomment %}', 'LiquidHTMLSyntaxError'],
  ])('would find %s', async (...[, was, becomes, name]) => {
    const faults = await faultsIn((source) => source.replace(was, becomes));
    expect(faults.filter((fault) => fault.startsWith(name))).not.toEqual([]);
  });

  test.each(BLOCKS)('knows all settings of %s', async (name) => {
    const validator = new JSONValidator(await readSchemas());
    const faultsOf = (settings: unknown) => validator.validate('file:///block/settings.json', JSON.stringify(settings));
    const { schema } = await readBlock(name);
    // App blocks take the product of their page with `autofill`, which themes do not have.
    const settings = schema.settings.map(({ autofill: _, ...setting }) => setting);
    expect(await faultsOf(settings)).toEqual([]);
    expect(await faultsOf(settings.map((setting) => ({ ...setting, type: 'colour' })))).not.toEqual([]);
  });
});

describe('a block that has just been added', () => {
  test('asks for address and key before it loads anything', async () => {
    expect((await renderBlock('preorder-loader', {})).trim()).toBe('');
    const settings = { base_url: ' https://preorders.example/"><b> ', api_key: 'key' };
    const html = await renderBlock('preorder-loader', { settings });
    expect(html).toContain('data-preorder-base-url="https://preorders.example/&#34;&gt;&lt;b&gt;"');
    expect(html).toContain('src="/extension/assets/preorder.js"');
  });

  test.each(['preorder-button', 'preorder-price'])('%s names product and variant', async (name) => {
    const html = await renderBlock(name, { settings: { product } });
    expect(html).toContain('data-preorder-product="8123456789012"');
    expect(html).toContain('data-preorder-variant="44512345678901"');
    expect(html).toContain('data-shopify-editor-block');
    const one = { ...product, has_only_default_variant: true };
    expect(await renderBlock(name, { settings: { product: one } })).not.toContain('data-preorder-variant');
    expect((await renderBlock(name, {})).trim()).toBe('');
  });

  test('gives a style that can be read, also with colours', async () => {
    const styleIn = (html: string) =>
      JSON.parse(/data-preorder-style="([^"]*)"/.exec(html)?.[1]?.replaceAll('&#34;', '"') ?? '');
    const plain = styleIn(await renderBlock('preorder-button', { settings: { product } }));
    expect(plain).toEqual({ width: '100%', height: '48px', borderRadius: '4px', backgroundColor: '', color: '' });
    const settings = { product, background: '#7c2d12', text: 'rgba(255, 255, 255, 0.9)' };
    const coloured = styleIn(await renderBlock('preorder-button', { settings }));
    expect(coloured).toMatchObject({ backgroundColor: '#7c2d12', color: 'rgba(255, 255, 255, 0.9)' });
  });

  test('asks for a token for signed-in customers alone', async () => {
    expect(await renderBlock('preorder-status', {})).not.toContain('token');
    const customer = { email: 'ada@mail.example' };
    expect(await renderBlock('preorder-status', { customer })).not.toContain('token');
    const html = await renderBlock('preorder-status', { customer, settings: { proxy: '/apps/preorders' } });
    expect(html).toContain('data-preorder-token="/apps/preorders/status-token"');
    expect(html).not.toContain('ada@');
  });
});

test('the script of the extension is small', async () => {
  expect((await readFile(`${EXTENSION}/assets/preorder.js`)).length).toBeLessThan(10_000); // more fails Shopify's check
});
