import type { WatchCall } from '../../platform/watch-call.ts';
import type { MailTransport } from './port.ts';

/** Returns the transport with `watch` around each mail. It gets nothing of the mail. */
export function watchMails(transport: MailTransport, watch: WatchCall): MailTransport {
  return {
    ...transport,
    send: (message) => watch({ provider: 'mail', call: 'send' }, () => transport.send(message)),
  };
}
