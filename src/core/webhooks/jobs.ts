import type { Deps } from '../deps.ts';
import { type Claimed, claimMessages } from './commands/claim.ts';
import { type DeliverDeps, deliver } from './commands/deliver.ts';

const LOOK_MS = 500;
// Attempts mostly wait for answers. They are not jobs, because receivers that hang would delay captures and mails.
const IN_FLIGHT_MAX = 64;

/** Delivers a message, and sees how it ends. */
export type WatchWebhook = <T>(message: Claimed, work: () => Promise<T>) => Promise<T>;

type WorkDeps = DeliverDeps & Pick<Deps, 'log'>;

/** Sends due messages until stopped. Any number of processes may do so. `stop` aborts the attempts under way. */
export function startWebhooks(
  given: WorkDeps,
  watch: WatchWebhook = (_message, work) => work(),
): { stop(): Promise<void> } {
  const ending = new AbortController();
  const deps = { ...given, signal: ending.signal };
  const inFlight = new Set<Promise<void>>();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;
  let again = false;

  const look = () => {
    clearTimeout(timer);
    if (looking !== null) {
      again = true; // an attempt that has just ended may have made another message due
      return;
    }
    again = false;
    looking = takeDue()
      .catch((error: unknown) => {
        if (!stopped) deps.log.error({ err: error }, 'waiting webhooks could not be read; the next round tries again');
      })
      .then(() => {
        looking = null;
        if (!stopped) timer = setTimeout(look, again ? 0 : LOOK_MS);
      });
  };
  const takeDue = async () => {
    const free = IN_FLIGHT_MAX - inFlight.size;
    if (stopped || free === 0) return;
    for (const message of await claimMessages(deps.db, free)) {
      const sent = watch(message, () => send(deps, message)).then(() => {
        inFlight.delete(sent);
        if (!stopped) look();
      });
      inFlight.add(sent);
    }
  };
  look();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      ending.abort();
      await looking;
      await Promise.all(inFlight);
    },
  };
}

async function send(deps: WorkDeps, message: Claimed): Promise<void> {
  try {
    await deliver(deps, message);
  } catch (error) {
    const { storeId, id, type } = message;
    deps.log.error(
      { err: error, storeId, messageId: id, type },
      'a webhook was not sent; it is tried again when its claim has expired',
    );
  }
}
