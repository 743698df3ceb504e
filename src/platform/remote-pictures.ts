import { createOutgoingHttp, isPlainAllowed, type OutgoingHttp } from './outgoing-http.ts';

export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/gif'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];
export type Picture = { type: PictureType; bytes: Buffer };

export type RemotePictures = {
  /**
   * Returns the picture at an address, or null if there is none that can be used, or none yet: a slow one goes on loading for
   * the next one who asks. Never rejects.
   */
  read(url: string): Promise<Picture | null>;
};

export type PictureOptions = {
  /** The origin of a site that this process serves itself, which may be on the loopback. */
  ownSite?: string | undefined;
  /** How long one reader waits. */
  waitMs?: number;
  /** The most bytes that are kept of all pictures together. */
  keptBytesMax?: number;
  now?: () => number;
};

// Larger ones make the mails of a sale too heavy; a thumbnail has a few thousand.
const BYTES_MAX = 150_000;
const LOAD_MS_MAX = 5_000;
const WAIT_MS = 2_000;
const KEPT_BYTES_MAX = 16_000_000;
const KEPT_MAX = 1_000;
const GOOD_FOR_MS = 60 * 60_000;
// After a failure the address is left alone for this long, so that mails do not wait for it again and again.
const BAD_FOR_MS = 10 * 60_000;

type CachedPicture = { picture: Picture | null; until: number };

/** Loads pictures from addresses that merchants gave, and keeps them in memory. */
export function createRemotePictures(
  outgoing: Pick<OutgoingHttp, 'get' | 'privateTargets'>,
  options: PictureOptions = {},
): RemotePictures {
  const { ownSite, waitMs = WAIT_MS, keptBytesMax = KEPT_BYTES_MAX, now = Date.now } = options;
  const own = createOutgoingHttp({ privateTargets: true });
  const kept = new Map<string, CachedPicture>(); // in the order of their last use
  const loading = new Map<string, Promise<Picture | null>>();

  const bytesKept = () => [...kept.values()].reduce((sum, { picture }) => sum + (picture?.bytes.length ?? 0), 0);

  function keep(url: string, picture: Picture | null): void {
    kept.delete(url);
    kept.set(url, { picture, until: now() + (picture ? GOOD_FOR_MS : BAD_FOR_MS) });
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_MAX && bytesKept() <= keptBytesMax) return;
      kept.delete(oldest);
    }
  }

  function load(url: string): Promise<Picture | null> {
    const isOwn = URL.canParse(url) && new URL(url).origin === ownSite;
    const begun = loadPicture(isOwn ? own : outgoing, url)
      .catch(() => null)
      .then((picture) => {
        loading.delete(url);
        keep(url, picture);
        return picture;
      });
    loading.set(url, begun);
    return begun;
  }

  return {
    async read(url) {
      const known = kept.get(url);
      if (known && known.until > now()) {
        kept.delete(url);
        kept.set(url, known);
        return known.picture;
      }
      return atMost(waitMs, loading.get(url) ?? load(url));
    },
  };
}

async function loadPicture(
  outgoing: Pick<OutgoingHttp, 'get' | 'privateTargets'>,
  url: string,
): Promise<Picture | null> {
  if (!(isPlainAllowed(url, outgoing) ? /^https?:\/\//i : /^https:\/\//i).test(url) || !URL.canParse(url)) return null;
  // No WebP and no AVIF: some mail programs show neither.
  const headers = { accept: PICTURE_TYPES.join(', ') };
  const { status, bytes } = await outgoing.get(url, { headers, bytesMax: BYTES_MAX, timeoutMs: LOAD_MS_MAX });
  const type = status === 200 ? pictureType(bytes) : null;
  return type && { type, bytes };
}

const BEGINNINGS: readonly (readonly [PictureType, Buffer])[] = [
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['image/gif', Buffer.from('GIF87a')],
  ['image/gif', Buffer.from('GIF89a')],
];

/** Returns the type that the bytes have, whatever the server says; null if it is none of ours. */
function pictureType(bytes: Buffer): PictureType | null {
  return BEGINNINGS.find(([, beginning]) => bytes.subarray(0, beginning.length).equals(beginning))?.[0] ?? null;
}

async function atMost(ms: number, promise: Promise<Picture | null>): Promise<Picture | null> {
  const { promise: over, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), ms);
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
  }
}
