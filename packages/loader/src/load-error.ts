/**
 * Why the SDK did not load:
 * - `no_browser`: called on a server.
 * - `invalid_parameter`: `baseUrl` is not an address, or `timeoutMs` is not a time.
 * - `timeout`: the script did not load in time; it may still load, and the next call waits for the same script.
 * - `network_error`: the script did not load: no connection, an error of the service, a blocker, or the page's
 *   Content-Security-Policy.
 * - `blocked_by_policy`: the page's Trusted Types do not allow the script.
 * - `invalid_script`: something else answered, such as the sign-in page of a network.
 * - `other_service`: the page has the SDK of another address.
 */
export type LoadErrorCode =
  | 'no_browser'
  | 'invalid_parameter'
  | 'timeout'
  | 'network_error'
  | 'blocked_by_policy'
  | 'invalid_script'
  | 'other_service';

export type LoadError = Error & { code: LoadErrorCode };

export function loadError(code: LoadErrorCode, why: string): LoadError {
  return Object.assign(new Error(`Service: ${code} (${why})`), { code });
}
