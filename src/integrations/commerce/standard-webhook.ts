import { AppError } from '../../domain/error.ts';
import { Type } from '../../platform/type.ts';
import { refusalOf } from './http-connector/signature.ts';
import { CommerceError } from './port.ts';
import { readAs } from './read.ts';
import type { IncomingWebhook, WebhookReading } from './webhook-port.ts';

// Plugins that we write for platforms sign like the HTTP connector, and say the same.

const SECRETS = /^whsec_[\w+/-]{32,88}={0,2}( whsec_[\w+/-]{32,88}={0,2})?$/;

const Id = Type.String({ minLength: 1, maxLength: 500 });
const Told = Type.Object({
  changes: Type.Array(
    Type.Union([
      Type.Object({ what: Type.Union([Type.Literal('product'), Type.Literal('variant')]), id: Id }),
      Type.Object({ what: Type.Literal('order'), ref: Id }),
    ]),
    { maxItems: 10_000 },
  ),
});

/** Returns the secrets that may sign, none if there is no text. Throws `invalid_parameter`. */
export function webhookSecrets(text = ''): string[] {
  if (text === '') return [];
  if (SECRETS.test(text)) return text.split(' ');
  const message =
    'webhook_secret is whsec_ and at least 24 bytes in base64; two of them, with a space between, while you change it.';
  throw new AppError('invalid_parameter', message, { param: 'webhook_secret' });
}

export function readWebhookText(webhook: IncomingWebhook): WebhookReading {
  const refusal = refusalOf(webhook);
  if (refusal !== null) return { kind: 'refused', reason: refusal };
  try {
    const { changes } = readAs(Told, JSON.parse(webhook.body.toString('utf8')), 'a webhook');
    return { kind: 'genuine', id: webhook.headers['webhook-id'] ?? '', changes };
  } catch (error) {
    return { kind: 'refused', reason: error instanceof CommerceError ? error.message : 'It is not JSON.' };
  }
}
