import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';

/**
 * What goes wrong between the service and a platform: throttled (429, nothing happens) · broken (500, nothing happens) · html (a page
 * instead of JSON, nothing happens) · silence (nothing happens, and no answer comes) · half (it is done, and the answer breaks off) ·
 * lost (it is done, and no answer comes)
 */
export const WAY_FAULTS = ['throttled', 'broken', 'html', 'silence', 'half', 'lost'] as const;
export type WayFault = (typeof WAY_FAULTS)[number];

export type FaultyWay = {
  url: string;
  /** The faults of the next requests, one after the other; null for none. Later requests have none. */
  plan(...faults: (WayFault | null)[]): void;
  /** The requests that came, as `GET /path`. */
  requests: string[];
  close(): Promise<void>;
};

/** Stands between an adapter and the server of a platform. */
export async function createFaultyWay(target: string): Promise<FaultyWay> {
  const planned: (WayFault | null)[] = [];
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const fault = planned.shift() ?? null;
    requests.push(`${request.method} ${request.url}`);
    if (fault === 'silence') request.resume();
    else if (fault === 'throttled') response.writeHead(429).end();
    else if (fault === 'broken') response.writeHead(500).end('It broke.');
    else if (fault === 'html')
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Back soon</h1>');
    else forward(target, { request, response, fault });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a server without a port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    plan: (...faults) => void planned.splice(0, planned.length, ...faults),
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Exchange = { request: IncomingMessage; response: ServerResponse; fault: 'half' | 'lost' | null };

function forward(target: string, { request, response, fault }: Exchange): void {
  const { method, headers } = request;
  const onward = httpRequest(`${target}${request.url}`, { method, headers, agent: false }, async (answer) => {
    const chunks: Buffer[] = [];
    for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    if (fault === 'lost') return response.destroy();
    const { 'transfer-encoding': _, ...kept } = answer.headers;
    response.writeHead(answer.statusCode ?? 502, { ...kept, 'content-length': body.length });
    if (fault === null) return response.end(body);
    response.write(body.subarray(0, body.length / 2));
    setImmediate(() => response.destroy());
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}
