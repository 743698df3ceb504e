import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Liquid, type TagToken, type TopLevelToken } from 'liquidjs';

const EXTENSION = new URL('../../extensions/shopify-theme/', import.meta.url);

/**
 * Renders Liquid as Shopify does, with the filters of theirs that our files use and the library does not have. An unknown filter or a
 * name that is not there is an error, so that a slip is seen.
 */
function createLiquid(): Liquid {
  const liquid = new Liquid({ strictFilters: true, ownPropertyOnly: true });
  liquid.registerFilter('asset_url', (name: string) => `/extension/assets/${name}`);
  liquid.registerFilter('hmac_sha256', (text: string, key: string) =>
    createHmac('sha256', key).update(text).digest('hex'),
  );
  liquid.registerFilter('base64_url_safe_encode', (text: string) =>
    Buffer.from(text).toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
  );
  liquid.registerTag('schema', {
    parse(_tag: TagToken, rest: TopLevelToken[]) {
      while (rest.length > 0) {
        const token = rest.shift();
        if (token && 'name' in token && token.name === 'endschema') return;
      }
    },
    render: () => '',
  });
  return liquid;
}

const liquid = createLiquid();

/** Renders Liquid with these objects of Shopify's. */
export async function renderLiquid(source: string, scope: Record<string, unknown>): Promise<string> {
  return liquid.parseAndRender(source, scope);
}

type Setting = { id: string; default?: unknown; autofill?: true };
export type BlockSchema = { name: string; target: string; settings: Setting[] };

/** Reads an app block of the extension, and the settings that it declares. */
export async function readBlock(name: string): Promise<{ source: string; schema: BlockSchema }> {
  const source = await readFile(new URL(`blocks/${name}.liquid`, EXTENSION), 'utf8');
  const json = /{% schema %}([\s\S]*){% endschema %}/.exec(source)?.[1];
  return { source, schema: JSON.parse(json ?? '') };
}

/** Renders an app block with the defaults of its settings, as it is when a merchant has just added it. */
export async function renderBlock(
  name: string,
  { settings = {}, ...scope }: { settings?: Record<string, unknown>; [name: string]: unknown },
): Promise<string> {
  const { source, schema } = await readBlock(name);
  const defaults = Object.fromEntries(schema.settings.map(({ id, default: value }) => [id, value ?? null]));
  const block = {
    id: `AXk_${name}`,
    settings: { ...defaults, ...settings },
    shopify_attributes: `data-shopify-editor-block='{"id":"${name}"}'`,
  };
  return renderLiquid(source, { request: { locale: { iso_code: 'en' } }, customer: null, ...scope, block });
}
