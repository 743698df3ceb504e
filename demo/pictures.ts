import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

const IMAGES = new URL('images/', import.meta.url);
const NAMES = readdirSync(IMAGES).flatMap((file) => /^(.+)\.svg$/.exec(file)?.[1] ?? []);

/** The names of the products' pictures, which are also in `thumbnails/`, as JPEG. */
export const PRODUCT_PICTURES = NAMES.filter((name) => name !== 'hero' && name !== 'mark');

/** Reads all pictures of the store, by their names without `.svg`. */
export async function readPictures(): Promise<ReadonlyMap<string, string>> {
  return new Map(await Promise.all(NAMES.map(async (name) => [name, await readText(`${name}.svg`)] as const)));
}

/** Reads the brand's mark as a PNG, the form in which a store has its logo. */
export const readMark = (): Promise<Buffer> => readFile(new URL('mark.png', IMAGES));

const readText = (file: string) => readFile(new URL(file, IMAGES), 'utf8');
