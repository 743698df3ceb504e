// A write whose answer was lost may have been done. The same write is sent again with the key of the first one, so that the service
// does it once: at once, and when a person asks for it again.

const AGAIN_MS = 1_000;
const KEY = 'idempotency-key';

/** The keys of writes whose answers were lost, by what they asked for. */
const lost = new Map<string, string>();

/** Sends a write, once more if its answer is lost. Rejects when that is lost too. */
export async function sendOnce(write: Request): Promise<Response> {
  const asked = await askedBy(write);
  const key = lost.get(asked) ?? write.headers.get(KEY) ?? '';
  write.headers.set(KEY, key);
  const again = write.clone();
  const response = await fetch(write).catch(async () => {
    lost.set(asked, key);
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    return fetch(again);
  });
  // A proxy has said it: the service may have done it, or not.
  if (response.status > 500) lost.set(asked, key);
  // A refusal may say that the first one is still being done.
  if (response.ok) lost.delete(asked);
  return response;
}

// With the version that was read: who has read anew asks for something else.
async function askedBy(write: Request): Promise<string> {
  const { method, url, headers } = write;
  return [method, url, headers.get('service-store'), headers.get('if-match'), await write.clone().text()].join(' ');
}
