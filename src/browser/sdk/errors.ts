import type { ServiceError } from '../../protocol/wire/sdk-api.ts';
import { base } from './base.ts';

/**
 * Creates an error with a stable code. The text is short to save bytes: `about` names the wrong option, attribute or
 * method, and the guide explains each code.
 */
export function serviceError(code: string, about: string | undefined): ServiceError {
  const error = new Error(`Service: ${code} (${about}): ${base}/docs/sdk`) as ServiceError;
  error.code = code;
  return error;
}
