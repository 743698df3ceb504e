import { describe, expect, it } from 'vitest';
import { AppError } from '../domain/error.ts';
import { createRateLimiter } from './rate-limit.ts';

function limiterWithClock(limit: { perSecond: number; burst: number }) {
  const clock = { at: 1_000 };
  const limiter = createRateLimiter(limit, () => clock.at);
  const allowed = (key: string, tries: number) => {
    let count = 0;
    for (let index = 0; index < tries; index++) if (tryTake(key) === null) count++;
    return count;
  };
  const tryTake = (key: string): AppError | null => {
    try {
      limiter.take(key);
      return null;
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  };
  return { clock, allowed, tryTake };
}

describe('a rate limit', () => {
  it('lets a burst through at once, then the steady rate', () => {
    const { clock, allowed } = limiterWithClock({ perSecond: 10, burst: 5 });
    expect(allowed('a', 20)).toBe(5);
    clock.at += 100;
    expect(allowed('a', 20)).toBe(1);
    clock.at += 300;
    expect(allowed('a', 20)).toBe(3);
    clock.at += 60_000;
    expect(allowed('a', 20)).toBe(5);
  });

  it('takes the whole burst at any moment, whatever fractions the clock has', () => {
    const { clock, allowed } = limiterWithClock({ perSecond: 3, burst: 7 });
    for (let index = 0; index < 10_000; index++) {
      clock.at = index * 1_234.567_891;
      expect(allowed(`key ${index}`, 9)).toBe(7);
    }
  });

  it('counts each key by itself', () => {
    const { allowed } = limiterWithClock({ perSecond: 1, burst: 2 });
    expect(allowed('a', 5)).toBe(2);
    expect(allowed('b', 5)).toBe(2);
  });

  it('says how long to wait, and waiting that long is enough', () => {
    const { clock, allowed, tryTake } = limiterWithClock({ perSecond: 0.2, burst: 1 });
    allowed('a', 1);
    clock.at += 500;
    const error = tryTake('a');
    expect(error?.code).toBe('rate_limited');
    expect(error?.info.data).toEqual({ retry_after: 5 });
    clock.at += 5_000;
    expect(tryTake('a')).toBeNull();
  });

  it('does not lengthen the wait of who keeps trying', () => {
    const { clock, allowed } = limiterWithClock({ perSecond: 1, burst: 1 });
    expect(allowed('a', 1_000)).toBe(1);
    clock.at += 1_000;
    expect(allowed('a', 1)).toBe(1);
  });
});
