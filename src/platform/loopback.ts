/**
 * Returns true if a Host header names this machine. This protects against DNS rebinding: a web site can point its own host name
 * at 127.0.0.1, and its pages could then read local servers. Only the Host header shows that other name.
 */
export function isLoopbackHost(host = ''): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host);
}

/** Returns true if only this machine can reach a server that listens on the address. */
export function isLoopbackAddress(address: string): boolean {
  return ['127.0.0.1', 'localhost', '::1'].includes(address);
}
