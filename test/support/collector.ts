import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';

export type ReceivedSpan = {
  name: string;
  traceId: string;
  spanId: string;
  /** Empty for the first span of a trace. */
  parentSpanId: string;
  attributes: Record<string, unknown>;
  /** True if its status is an error. */
  failed: boolean;
};

type Value = { stringValue?: string; intValue?: number; doubleValue?: number; boolValue?: boolean };
type SentSpan = Omit<ReceivedSpan, 'attributes' | 'failed'> & {
  attributes: { key: string; value: Value }[];
  status?: { code?: number };
};
type TraceExport = { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] };

/** A collector that takes traces by OTLP over HTTP, in JSON. */
export type Collector = {
  url: string;
  spans: ReceivedSpan[];
  /** The headers of each request. */
  headers: IncomingHttpHeaders[];
  /** Everything that was sent, as it came. */
  text(): string;
  close(): Promise<void>;
};

/** Starts a collector. With `hangs`, it takes every request and never answers. */
export async function startCollector({ hangs = false } = {}): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  const headers: IncomingHttpHeaders[] = [];
  let text = '';
  const server = createServer(async (request, response) => {
    headers.push(request.headers);
    const chunks = await request.toArray();
    if (hangs) return;
    const body = Buffer.concat(chunks).toString('utf8');
    text += body;
    const { resourceSpans } = JSON.parse(body) as TraceExport;
    for (const { scopeSpans } of resourceSpans) spans.push(...scopeSpans.flatMap((scope) => scope.spans).map(received));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    spans,
    headers,
    text: () => text,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function received({ name, traceId, spanId, parentSpanId = '', attributes, status }: SentSpan): ReceivedSpan {
  const values = attributes.map(({ key, value }) => [key, Object.values(value)[0]]);
  return { name, traceId, spanId, parentSpanId, attributes: Object.fromEntries(values), failed: status?.code === 2 };
}
