/** Returns the address of the service itself: the portal has another origin. The document says it. */
export function serviceAddress(): string {
  return document.querySelector('meta[name=service]')?.getAttribute('content') ?? '';
}
