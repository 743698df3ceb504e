import 'reflect-metadata'; // which the next import needs
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { X509CertificateGenerator } from '@peculiar/x509';

const DAY_MS = 86_400_000;
const KEYS = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** Starts a site on the loopback interface with a certificate of its own, which ends in so many days. */
export async function startTlsSite({ days }: { days: number }): Promise<{ url: string; close: () => Promise<void> }> {
  const keys = await crypto.subtle.generateKey(KEYS, true, ['sign', 'verify']);
  const notAfter = new Date(Date.now() + days * DAY_MS + 60_000); // a minute for the test itself
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=127.0.0.1',
    notBefore: new Date(notAfter.getTime() - 100 * DAY_MS),
    notAfter,
    keys,
    signingAlgorithm: KEYS,
  });
  const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  const pem = `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`;
  const server = createServer({ key: pem, cert: certificate.toString('pem') }, (_request, response) => response.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
