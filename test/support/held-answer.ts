import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type HeldAnswers = {
  url: string;
  /** Holds no further answers. */
  holdNoMore(): void;
  /** Sends what is held. */
  release(): void;
  close(): void;
};

/**
 * Proxies the server at `target`. Of an answer whose path begins with `path` it sends what is before `mark` at once, and holds the rest,
 * as a slow line does.
 */
export async function holdAnswers(target: string, path: string, mark: string): Promise<HeldAnswers> {
  const held: (() => void)[] = [];
  let isHolding = true;
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '', headers: asked } = request;
    const sent = method === 'GET' ? {} : { body: await buffer(request) };
    const type = asked['content-type'];
    const answer = await fetch(target + url, { method, ...(type && { headers: { 'content-type': type } }), ...sent });
    const { 'content-encoding': _, 'content-length': __, ...headers } = Object.fromEntries(answer.headers);
    response.writeHead(answer.status, headers);
    const body = Buffer.from(await answer.arrayBuffer());
    const at = body.indexOf(mark);
    if (!isHolding || !url.startsWith(path) || at < 0) return response.end(body);
    held.push(() => response.end(body.subarray(at)));
    return response.write(body.subarray(0, at));
  };
  const server = createServer((request, response) => void pass(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    holdNoMore() {
      isHolding = false;
    },
    release() {
      for (const send of held.splice(0)) send();
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
