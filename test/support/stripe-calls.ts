import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy before the stand-in for Stripe that records every call. */
export type CallCounter = {
  url: string;
  /** The calls in order, written as `POST /v1/payment_intents/{id}/capture`. */
  calls: string[];
  stop(): Promise<void>;
};

const ID = /\/[a-z]+_\w{10,}/g;

export async function countCalls(target: string): Promise<CallCounter> {
  const calls: string[] = [];
  const server = createServer((asked, answer) => {
    const path = (asked.url ?? '').replace(/\?.*$/, '').replaceAll(ID, '/{id}');
    calls.push(`${asked.method} ${path}`);
    const { method, headers } = asked;
    const passed = request(`${target}${asked.url}`, { method, headers, agent: false }, (response) => {
      answer.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
