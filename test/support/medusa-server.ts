import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { emptyDatabase } from './cluster.ts';
import { compileExample, installPlatform, runPlatform, startPlatform } from './platform-server.ts';
import { freePorts } from './service-process.ts';

const ADMIN = { email: 'admin@shop.example', password: 'a-password-for-tests' };

/** A running Medusa, with our routes and our subscriber. */
export type MedusaServer = {
  url: string;
  /** A secret API key. */
  key: string;
  ask<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T>;
  stop(): Promise<void>;
};

type Webhooks = { url: string; secret: string };

export async function startMedusa(webhooks?: Webhooks): Promise<MedusaServer> {
  const folder = await installPlatform('medusa');
  await rm(join(folder, 'src'), { recursive: true, force: true });
  await compileExample('medusa-waitlist', folder, 'src');
  const database = await emptyDatabase(inject('cluster'));
  const [port] = await freePorts(1);
  const hook = webhooks ? { WAITLIST_WEBHOOK_URL: webhooks.url, WAITLIST_WEBHOOK_SECRET: webhooks.secret } : {};
  const env = { DATABASE_URL: database.url, MEDUSA_DISABLE_TELEMETRY: '1', NODE_ENV: 'production', ...hook };
  const run = (...args: string[]) => runPlatform({ folder, args: ['run.mjs', ...args], env });
  await run('db:migrate');
  await run('user', '-e', ADMIN.email, '-p', ADMIN.password);
  const args = ['run.mjs', 'start', '--host', '127.0.0.1', '--port', String(port)];
  const server = await startPlatform({ folder, args, env, ready: 'Server is ready on port' });
  const url = `http://127.0.0.1:${port}`;
  const key = await makeKey(url);
  const ask = asking(url, `Basic ${Buffer.from(`${key}:`).toString('base64')}`);
  return {
    url,
    key,
    ask,
    async stop() {
      await server.stop();
      await database.drop();
    },
  };
}

async function makeKey(url: string): Promise<string> {
  const { token } = await asking(url)<{ token: string }>('POST', '/auth/user/emailpass', ADMIN);
  const made = await asking(url, `Bearer ${token}`)<{ api_key: { token: string } }>('POST', '/admin/api-keys', {
    title: 'Waitlist',
    type: 'secret',
  });
  return made.api_key.token;
}

function asking(url: string, authorization?: string): MedusaServer['ask'] {
  return async <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> => {
    const headers = { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${url}${path}`, { method, headers, ...sent });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`Medusa: ${answer.status} ${text.slice(0, 1_000)} to ${method} ${path}`);
    return JSON.parse(text);
  };
}
