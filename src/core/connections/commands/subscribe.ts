import type { CommercePlatform } from '../../../integrations/commerce/port.ts';

/** Asks for webhooks. A platform posts to addresses of the internet alone: on a developer's machine changes are asked for. */
export async function subscribe(platform: CommercePlatform, address: string): Promise<void> {
  if (address.startsWith('https:')) await platform.subscribe?.(address);
}
