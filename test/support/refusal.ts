import { expect } from 'vitest';

/** Matches an `AppError` with this code and this part of its `info`, for `rejects.toEqual`. */
export const refused = (code: string, info: Record<string, unknown> = {}): unknown =>
  expect.objectContaining({ code, info: expect.objectContaining(info) });
