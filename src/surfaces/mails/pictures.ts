import { sha256Hex } from '../../platform/crypto.ts';
import type { AttachedPicture } from '../../platform/inline-pictures.ts';
import type { RemotePictures } from '../../platform/remote-pictures.ts';

/** The address of a variant's picture in the catalogue. */
export type PictureAddress = { variantExternalId: string; url: string };

/** The pictures of a mail by the variant that they show. Variants may share one. */
export type Pictures = ReadonlyMap<string, AttachedPicture>;

// A mail carries its pictures with it, so few and small ones.
const PICTURES_MAX = 3;
// Three times the size in which it is shown, for sharp screens.
const WIDTH_PX = 168;

/** Reads the pictures of these variants. Those that cannot be had in time are left out: the mail goes without them. */
export async function readPictures(
  { pictures }: { pictures: RemotePictures },
  addresses: readonly PictureAddress[],
): Promise<Pictures> {
  const urls = [...new Set(addresses.map(({ url }) => url))].slice(0, PICTURES_MAX);
  const found = new Map(
    await Promise.all(
      urls.map(async (url): Promise<[string, AttachedPicture | null]> => {
        const picture = await pictures.read(smaller(url));
        return [url, picture && { ...picture, cid: `${sha256Hex(url).slice(0, 24)}@pictures` }];
      }),
    ),
  );
  return new Map(
    addresses.flatMap(({ variantExternalId, url }) => {
      const picture = found.get(url);
      return picture ? [[variantExternalId, picture] as const] : [];
    }),
  );
}

/** Returns the pictures that the HTML shows, each once. */
export function shownIn(html: string, pictures: Pictures): AttachedPicture[] {
  const once = new Map([...pictures.values()].map((picture) => [picture.cid, picture]));
  return [...once.values()].filter(({ cid }) => html.includes(`cid:${cid}`));
}

/** Asks Shopify's servers for a small picture: the one in the catalogue may have many megabytes. Others have no such option. */
function smaller(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  if (url.hostname === 'cdn.shopify.com') url.searchParams.set('width', String(WIDTH_PX));
  return url.href;
}
