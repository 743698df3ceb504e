import { on } from 'node:events';
import type { Socket } from 'node:net';

// The part of PostgreSQL's protocol that a pooler needs: the type and the length of messages.

export type Message = {
  /** One letter. */
  type: string;
  body: Buffer;
  /** The unchanged bytes of the message. */
  whole: Buffer;
};

export type Input = {
  /** Reads the first packet of a connection, which has no type. */
  packet(): Promise<Buffer>;
  message(): Promise<Message>;
};

const TYPE_BYTES = 1;
const LENGTH_BYTES = 4; // counts itself

/** Reads messages in order. Rejects when the connection has ended. */
export function createInput(socket: Socket): Input {
  const chunks = on(socket, 'data', { close: ['close'] });
  let rest: Buffer = Buffer.alloc(0);
  async function reach(bytes: number): Promise<void> {
    while (rest.length < bytes) {
      const { done, value } = await chunks.next();
      if (done) throw new Error('the connection has ended');
      rest = Buffer.concat([rest, value[0] as Buffer]);
    }
  }
  async function take(typeBytes: number): Promise<{ body: Buffer; whole: Buffer }> {
    const headBytes = typeBytes + LENGTH_BYTES;
    await reach(headBytes);
    const bytes = typeBytes + rest.readInt32BE(typeBytes);
    await reach(bytes);
    const whole = rest.subarray(0, bytes);
    rest = rest.subarray(bytes);
    return { body: whole.subarray(headBytes), whole };
  }
  return {
    packet: async () => (await take(0)).body,
    async message() {
      const { body, whole } = await take(TYPE_BYTES);
      return { type: whole.toString('latin1', 0, TYPE_BYTES), body, whole };
    },
  };
}

export function message(type: string, ...parts: readonly (number | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'number' ? int32(part) : Buffer.from(part))));
  return Buffer.concat([Buffer.from(type), int32(LENGTH_BYTES + body.length), body]);
}

/** Returns the error message after which a server closes the connection. */
export function fatalError({ code, message: text }: { code: string; message: string }): Buffer {
  return message('E', `SFATAL\0VFATAL\0C${code}\0M${text}\0\0`);
}

/** Splits a list of zero-terminated strings. */
export function wordsOf(body: Buffer): string[] {
  return body.toString('utf8').split('\0');
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
