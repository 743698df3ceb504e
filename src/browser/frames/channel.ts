/** Opens a channel to other documents of our origin; null where the browser blocks it, as some do together with storage. */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}
