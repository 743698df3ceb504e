import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { createOutgoingHttp } from './outgoing-http.ts';
import { createRemotePictures, type PictureOptions } from './remote-pictures.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Serves pictures, and counts the requests. */
async function serve(listener: RequestListener, options: PictureOptions = {}, privateTargets = true) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    listener(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const pictures = createRemotePictures(createOutgoingHttp({ privateTargets }), options);
  const origin = `http://127.0.0.1:${port}`;
  return { asked, origin, read: (path: string) => pictures.read(`${origin}/${path}`) };
}

const pictureOf =
  (bytes: Buffer): RequestListener =>
  (_, response) =>
    void response.end(bytes);

const PNG = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(92)]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2]);
const GIF = Buffer.from('GIF89a, and so on');

describe('a picture', () => {
  test.each([
    ['image/png', PNG],
    ['image/jpeg', JPEG],
    ['image/gif', GIF],
  ])('has the type %s by its bytes, whatever the server says', async (type, bytes) => {
    const { read } = await serve((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(bytes));
    expect(await read('a')).toEqual({ type, bytes });
  });

  test.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['WebP', Buffer.from('RIFF\0\0\0\0WEBP')],
    ['HTML', Buffer.from('<!doctype html>')],
    ['nothing', Buffer.alloc(0)],
    ['a PNG that is too large', Buffer.concat([PNG, Buffer.alloc(150_000)])],
  ])('is not %s', async (_name, bytes) => {
    const { read } = await serve((_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(bytes));
    expect(await read('a')).toBeNull();
  });

  test('is not the page of an error, nor anything in a private network or without HTTP', async () => {
    const missing = await serve((_, response) => response.writeHead(404).end(PNG));
    expect(await missing.read('a')).toBeNull();
    const inside = await serve((_, response) => response.end(PNG), {}, false);
    expect(await inside.read('a')).toBeNull();
    expect(inside.asked).toEqual([]);
    const plain = createOutgoingHttp({
      privateTargets: false,
      resolve: async () => Promise.reject(new Error('asked')),
    });
    expect(await createRemotePictures(plain).read('http://shop.example/a.png')).toBeNull();
    const pictures = createRemotePictures(createOutgoingHttp({ privateTargets: true }));
    for (const url of ['file:///etc/passwd', 'data:image/png;base64,AAAA', '', 'http://']) {
      expect(await pictures.read(url)).toBeNull();
    }
  });
});

test('those of a site that this process serves itself may be on the loopback, others not', async () => {
  const [own, other] = [await serve(pictureOf(PNG)), await serve(pictureOf(PNG))];
  const outgoing = createOutgoingHttp({ privateTargets: false });
  const pictures = createRemotePictures(outgoing, { ownSite: own.origin });
  expect(await pictures.read(`${own.origin}/a.png`)).toEqual({ type: 'image/png', bytes: PNG });
  expect(await pictures.read(`${other.origin}/a.png`)).toBeNull();
  expect(other.asked).toEqual([]);
});

describe('pictures are kept', () => {
  test('for an hour, and one request serves all who ask at once', async () => {
    let now = 0;
    const { read, asked } = await serve((_, response) => response.end(PNG), { now: () => now });
    await Promise.all([read('a'), read('a'), read('a')]);
    await read('a');
    expect(asked).toHaveLength(1);
    now += 61 * 60_000;
    await read('a');
    expect(asked).toHaveLength(2);
  });

  test('within a bound of bytes, those that were used last', async () => {
    const { read, asked } = await serve((_, response) => response.end(PNG), { keptBytesMax: 2 * PNG.length });
    for (const path of ['a', 'b', 'a', 'c', 'a', 'b']) await read(path);
    expect(asked).toEqual(['/a', '/b', '/c', '/b']);
  });

  test('and so is a failure, for ten minutes', async () => {
    let now = 0;
    let works = false;
    const listener: RequestListener = (_, response) => (works ? response.end(PNG) : response.writeHead(500).end());
    const { read, asked } = await serve(listener, { now: () => now });
    expect([await read('a'), await read('a')]).toEqual([null, null]);
    expect(asked).toHaveLength(1);
    works = true;
    now += 11 * 60_000;
    expect(await read('a')).toMatchObject({ type: 'image/png' });
  });
});

test('who waits for a slow picture goes on without it, and the next one has it', async () => {
  let answer = () => {};
  const { read } = await serve(
    (_, response) => {
      answer = () => response.end(PNG);
    },
    { waitMs: 50 },
  );
  expect(await read('a')).toBeNull();
  answer();
  await expect.poll(() => read('a')).toMatchObject({ type: 'image/png' });
});
