/** The addresses of the stand-ins for Stripe that this process has opened: an installation has one, at a known address. */
export const openedStandIns = new Set<string>();

/** Counts an address among them. */
export function withStandIn(address: string | undefined): ReadonlySet<string> {
  if (address !== undefined) openedStandIns.add(address);
  return openedStandIns;
}
