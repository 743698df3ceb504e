import { once } from 'node:events';
import type { Server } from 'node:http';
import { SetupError } from '../platform/setup-error.ts';

export type Address = { host: string; port: number; variable: string };

/** Resolves when the server accepts requests. Rejects as `listenError` says. */
export async function listenOn(server: Server, address: Address): Promise<void> {
  server.listen(address.port, address.host);
  await once(server, 'listening').catch((error: unknown) => {
    throw listenError(error, address);
  });
}

/** Turns the error of a server that cannot listen into a `SetupError` with a sentence, if it is a known one. */
export function listenError(error: unknown, { host, port, variable }: Address): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (code === undefined) return error;
  const hostVariable = variable === 'ADMIN_PORT' ? 'ADMIN_HOST' : 'HOST';
  const addresses = `Set ${hostVariable} to one that it has, such as 127.0.0.1 or 0.0.0.0.`;
  const sentence = {
    EADDRINUSE: `Port ${port} on ${host} is taken by another program. Stop that, or set ${variable} to another port.`,
    EACCES: `This user may not listen on port ${port}. Set ${variable} to one above 1023.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. ${addresses}`,
    ENOTFOUND: `${hostVariable} is ${host}, which is not the name of any address of this machine. ${addresses}`,
    EINVAL: `${hostVariable} is ${host}, which is valid on one network alone: write that behind it, such as ${host}%eth0.`,
  }[code];
  const other = `The service cannot listen on ${host}, port ${port} (${code}). ${addresses}`;
  return new SetupError(sentence ?? other, { cause: error });
}
