import { expect } from 'vitest';

/** An `AppError` with this code, and what its `info` has to say, for `rejects.toEqual`. */
export const refused = (code: string, info: Record<string, unknown> = {}): unknown =>
  expect.objectContaining({ code, info: expect.objectContaining(info) });
