import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../support/faults.ts';

/**
 * `refused`: nothing is reached. `silent`: everything is taken, and nothing is passed on. `slow`: in pieces, each of them late.
 * `half`: an answer breaks off in the middle.
 */
export type Mood = 'whole' | 'refused' | 'silent' | 'slow' | 'half';

/** The way to a server, which can be struck. Which byte is late, and where an answer breaks off, follows from a seed. */
export type Wire = {
  port: number;
  be(mood: Mood): void;
  /** Ends all connections, with a last word (`cut`) or without (`reset`). */
  end(how: 'cut' | 'reset'): void;
  stop(): Promise<void>;
};

const LATE_MS = 40;
const HALF_BYTES_MAX = 4_000;

/** Opens a way to the port that `portOf` names when a connection is made. */
export async function openWire(portOf: () => number, seed = 1): Promise<Wire> {
  const random = createRandom(seed);
  const sockets = new Set<Socket>();
  let mood: Mood = 'whole';
  let changed = Promise.withResolvers<void>();

  async function* asks(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      while (mood === 'silent') await changed.promise;
      if (mood !== 'slow') {
        yield chunk;
        continue;
      }
      const half = random.below(chunk.length + 1);
      yield chunk.subarray(0, half);
      await sleep(random.below(LATE_MS));
      yield chunk.subarray(half);
    }
  }

  async function* answers(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let left = 1 + random.below(HALF_BYTES_MAX);
    for await (const chunk of asks(source)) {
      yield mood === 'half' ? chunk.subarray(0, left) : chunk;
      if (mood === 'half') left -= chunk.length;
      if (left <= 0) return;
    }
  }

  const server = createServer((near) => {
    near.on('error', () => {});
    if (mood === 'refused') return void near.resetAndDestroy();
    const far = connect(portOf(), '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
    const both = [pipeline(near, asks, far), pipeline(far, answers, near)];
    void Promise.race(both.map((way) => way.catch(() => {}))).then(() => [near.end(), far.end()]);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  const each = (act: (socket: Socket) => void) => [...sockets].forEach(act);
  const end: Wire['end'] = (how) => each((socket) => (how === 'cut' ? socket.destroy() : socket.resetAndDestroy()));
  return {
    port: (server.address() as AddressInfo).port,
    be(next) {
      mood = next;
      changed.resolve();
      changed = Promise.withResolvers();
      if (mood === 'refused') end('reset');
    },
    end,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      changed.resolve();
      end('cut');
      await closed;
    },
  };
}

/** Returns the address with the port of the way there. */
export const through = (address: string, { port }: Pick<Wire, 'port'>): string =>
  Object.assign(new URL(address), { port: String(port) }).href.replace(/\/$/, '');
