import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import {
  createOutgoingHttp,
  isPlainAllowed,
  isPublicAddress,
  OutgoingError,
  type OutgoingOptions,
} from './outgoing-http.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('TCP server without a port');
  return address.port;
}

const PRIVATE = [
  '127.0.0.1',
  '127.8.9.10',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.100.100.200',
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
  '::',
  '::1',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fd12:3456:789a::1',
  'fec0::1',
  'ff02::1',
  '100::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:a9fe:a9fe',
  '::ffff:168.63.129.16',
  '::127.0.0.1',
  '::7f00:1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2001:0:53aa:64c::1',
  '2001:db8::1',
  '5f00::1',
  '4000::1',
  'not an address',
  '',
];
const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.215.14',
  '172.32.0.1',
  '2606:4700:4700::1111',
  '2a00:1450::1',
  '::ffff:1.1.1.1',
];

test.each(PRIVATE)('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));
test.each(PUBLIC)('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));

const post = (url: string, options: Partial<OutgoingOptions> = {}) =>
  createOutgoingHttp({ privateTargets: false, ...options }).post(url, {
    headers: { 'x-name': 'value' },
    body: '{"a":"ä"}',
  });

describe('a private target is refused before anything is sent', () => {
  let asked = 0;
  const count: RequestListener = (_, response) => {
    asked += 1;
    response.end();
  };
  const refused = async (url: string, options: Partial<OutgoingOptions> = {}) => {
    asked = 0;
    await expect(post(url, options)).rejects.toThrow(/is not an address of the public internet/);
    expect(asked).toBe(0);
  };

  // Spellings that some parser reads as 127.0.0.1 or as this machine.
  test.each([
    '127.0.0.1',
    '127.1',
    '0x7f.0.0.1',
    '0x7f000001',
    '2130706433',
    '017700000001',
    '0.0.0.0',
    '0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:127.0.0.1]',
    '[::127.0.0.1]',
    '127。0。0。1',
    '①②⑦.0.0.1',
    '[64:ff9b::127.0.0.1]',
  ])('as %s', async (host) => refused(`http://${host}:${await listen(count)}/`));

  test('by the name localhost', async () => refused(`http://localhost:${await listen(count)}/`));

  test('by a name that resolves to it', async () => {
    const port = await listen(count);
    await refused(`http://hooks.example:${port}/`, { resolve: async () => ['127.0.0.1'] });
    await refused(`http://hooks.example:${port}/`, { resolve: async () => ['::1'] });
  });

  test('by a name that resolves to it beside a public address', async () => {
    const resolve = async () => ['1.1.1.1', '127.0.0.1'];
    await refused(`http://hooks.example:${await listen(count)}/`, { resolve });
  });

  test('over https as well', () => refused('https://127.0.0.1:1/'));

  test('a name is resolved once, and the checked address is the one that is connected to', async () => {
    const port = await listen(count);
    const answers = [['127.0.0.1'], ['93.184.215.14']];
    let lookups = 0;
    const resolve = async () => answers[lookups++] ?? [];
    // The first look-up is private, so the request is refused. The second one must not happen.
    await refused(`http://rebinding.example:${port}/`, { resolve });
    expect(lookups).toBe(1);
    lookups = 0;
    answers.reverse();
    asked = 0;
    // Now the first look-up is public. Nothing listens there; what counts is that no request reached 127.0.0.1.
    await expect(post(`http://rebinding.example:${port}/`, { resolve, timeoutMs: 300 })).rejects.toThrow(OutgoingError);
    expect({ lookups, asked }).toEqual({ lookups: 1, asked: 0 });
  });
});

describe('where this machine alone is allowed', () => {
  const options = { privateTargets: 'loopback' } as const;

  test.each(['127.0.0.1', 'localhost'])('%s is called', async (host) => {
    const port = await listen((_, response) => response.end());
    expect(await post(`http://${host}:${port}/`, options)).toMatchObject({ status: 200 });
  });

  test.each(['10.0.0.1', '192.168.1.1', '169.254.169.254', '[fd00::1]', '0.0.0.0'])('%s is not', async (host) => {
    await expect(post(`http://${host}:1/`, options)).rejects.toThrow(/is not an address of the public internet/);
  });

  test('and plain http is for this machine', () => {
    const isPlain = (url: string) => isPlainAllowed(url, options);
    expect(['http://127.0.0.1:1/', 'http://[::1]/', 'http://localhost/'].map(isPlain)).toEqual([true, true, true]);
    expect(['http://shop.example/', 'http://10.0.0.1/', 'no address'].map(isPlain)).toEqual([false, false, false]);
  });
});

describe('where private targets are allowed', () => {
  const options = { privateTargets: true };

  test('the request is sent unchanged, once', async () => {
    const seen: unknown[] = [];
    const port = await listen((request, response) => {
      request.setEncoding('utf8');
      request.on('data', (body) => seen.push([request.method, request.url, request.headers['x-name'], body]));
      request.on('end', () => response.writeHead(202, { 'retry-after': '5' }).end('taken'));
    });
    const answer = await post(`http://127.0.0.1:${port}/hooks?a=1`, options);
    expect(answer).toMatchObject({ status: 202, text: 'taken', headers: { 'retry-after': '5' } });
    expect(seen).toEqual([['POST', '/hooks?a=1', 'value', '{"a":"ä"}']]);
  });

  test('a redirect is returned and not followed', async () => {
    let asked = 0;
    const port = await listen((_, response) => {
      asked += 1;
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    expect(await post(`http://127.0.0.1:${port}/`, options)).toMatchObject({ status: 307 });
    expect(asked).toBe(1);
  });

  test('an endless answer is cut off', async () => {
    const port = await listen((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    const { status, text } = await post(`http://127.0.0.1:${port}/`, options);
    expect({ status, length: text.length }).toEqual({ status: 200, length: 1_024 });
  });

  test('a missing answer ends with the time-out', async () => {
    const port = await listen(() => {});
    const late = post(`http://127.0.0.1:${port}/`, { ...options, timeoutMs: 50 });
    await expect(late).rejects.toThrow('There was no answer within 0.05 s.');
  });

  test('an answer whose body never ends is returned with its status', async () => {
    const port = await listen((_, response) => void response.writeHead(200).write('begun'));
    const answer = await post(`http://127.0.0.1:${port}/`, { ...options, timeoutMs: 1_000 }); // long enough to begin
    expect(answer).toMatchObject({ status: 200, text: 'begun' });
  });

  test.each([
    ['a connection that is refused', 'http://127.0.0.1:1/', /ECONNREFUSED/],
    ['an unknown name', 'http://unknown.invalid/', /The connection failed \(E\w+\)/],
  ])('%s is reported in words', async (_, url, words) => {
    await expect(post(url, options)).rejects.toThrow(words);
    await expect(post(url, options)).rejects.toThrow(OutgoingError);
  });

  test('a receiver that hangs up or does not speak TLS is reported in words', async () => {
    const port = await listen((request) => request.socket.destroy());
    await expect(post(`http://127.0.0.1:${port}/`, options)).rejects.toThrow('The connection failed (ECONNRESET).');
    const noTls = await listen((_, response) => response.end());
    await expect(post(`https://127.0.0.1:${noTls}/`, options)).rejects.toThrow(OutgoingError);
  });
});

describe('reading a URL', () => {
  const download = { headers: { accept: 'image/png' }, bytesMax: 1_000, timeoutMs: 500 };
  const read = (url: string, privateTargets = true) => createOutgoingHttp({ privateTargets }).get(url, download);
  const serve = async (listener: RequestListener) => `http://127.0.0.1:${await listen(listener)}/a.png`;

  test('returns the whole body, and follows no redirect', async () => {
    const body = Buffer.alloc(1_000, 7);
    const url = await serve(({ method, headers }, response) =>
      method === 'GET' && headers.accept === 'image/png' ? response.end(body) : response.writeHead(400).end(),
    );
    expect(await read(url)).toMatchObject({ status: 200, bytes: body });
    const elsewhere = await serve((_, response) => response.writeHead(302, { location: url }).end());
    expect(await read(elsewhere)).toMatchObject({ status: 302, bytes: Buffer.alloc(0) });
  });

  test('refuses a private target, a body that is too long or cut off, and a server that does not end', async () => {
    await expect(read(await serve((_, response) => response.end()), false)).rejects.toThrow(/public internet/);
    const long = await serve((_, response) => response.end(Buffer.alloc(1_001)));
    await expect(read(long)).rejects.toThrow(new OutgoingError('The answer has more than 1000 bytes.'));
    const cut = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('12345');
      setTimeout(() => response.destroy(), 20);
    });
    await expect(read(cut)).rejects.toThrow(OutgoingError);
    const endless = await serve((_, response) => void response.writeHead(200).write('1'));
    await expect(read(endless)).rejects.toThrow(new OutgoingError('There was no answer within 0.5 s.'));
  });
});
