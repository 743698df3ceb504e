import { describe, expect, it } from 'vitest';
import { AppError } from '../domain/error.ts';
import { createRateLimiter } from './rate-limit.ts';

function limiterWithClock(limit: { perSecond: number; burst: number }) {
  const clock = { at: 1_000 };
  const limiter = createRateLimiter(limit, () => clock.at);
  const allowed = (client: string, tries: number, scope?: string) => {
    let count = 0;
    for (let index = 0; index < tries; index++) if (tryTake(client, scope) === null) count++;
    return count;
  };
  const tryTake = (client: string, scope?: string): AppError | null => {
    try {
      limiter.take(client, scope);
      return null;
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  };
  return { clock, limiter, allowed, tryTake };
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

  it('allows the whole burst at any time, also with fractions of milliseconds', () => {
    const { clock, allowed } = limiterWithClock({ perSecond: 3, burst: 7 });
    for (let index = 0; index < 10_000; index++) {
      clock.at = index * 1_234.567_891;
      expect(allowed(`key ${index}`, 9)).toBe(7);
    }
  });

  it('counts each client and each scope separately', () => {
    const { allowed } = limiterWithClock({ perSecond: 1, burst: 2 });
    expect(allowed('a', 5)).toBe(2);
    expect(allowed('b', 5)).toBe(2);
    expect(allowed('a', 5, 'elsewhere')).toBe(2);
    expect(allowed('a', 5)).toBe(0);
  });

  it('never allows more than the steady rate plus one burst', () => {
    const { clock, allowed } = limiterWithClock({ perSecond: 10, burst: 5 });
    let count = 0;
    for (let second = 0; second < 60; second++) {
      for (let tenth = 0; tenth < 10; tenth++) {
        count += allowed('a', 3);
        clock.at += 100;
      }
    }
    expect(count).toBe(5 + 599);
  });

  it('remembers a client that keeps asking, among many new clients', () => {
    const { clock, allowed } = limiterWithClock({ perSecond: 0.001, burst: 1 });
    expect(allowed('a', 1)).toBe(1);
    for (let index = 0; index < 200_000; index++) {
      allowed(`other ${index}`, 1);
      if (index % 20_000 === 0) expect(allowed('a', 1)).toBe(0);
    }
    clock.at += 1_000_000;
    expect(allowed('a', 1)).toBe(1);
  });

  it('remembers a full bucket among more new clients than it has buckets', () => {
    const { clock, allowed } = limiterWithClock({ perSecond: 1 / 300, burst: 10 });
    expect(allowed('real', 12)).toBe(10);
    for (let index = 0; index < 300_000; index++) {
      allowed(`made up ${index}`, 1);
      clock.at += 1; // five minutes in all
    }
    expect(allowed('real', 12)).toBe(1);
  });

  it('checks the limit without counting', () => {
    const { limiter, allowed } = limiterWithClock({ perSecond: 0.001, burst: 3 });
    for (let index = 0; index < 10; index++) limiter.check('a', 'here');
    expect(allowed('a', 5, 'here')).toBe(3);
    expect(() => limiter.check('a', 'here')).toThrow(AppError);
    limiter.check('a', 'elsewhere');
  });

  it('counts several requests at once, all or none', () => {
    const { limiter, allowed } = limiterWithClock({ perSecond: 0.001, burst: 5 });
    limiter.take('a', '', 4);
    expect(() => limiter.take('a', '', 2)).toThrow(AppError);
    expect(allowed('a', 5)).toBe(1);
  });

  it('counts past requests beyond the burst, and refuses until those have drained', () => {
    const { clock, limiter, allowed } = limiterWithClock({ perSecond: 1, burst: 3 });
    for (let index = 0; index < 10; index++) limiter.count('a');
    clock.at += 7_000;
    expect(() => limiter.check('a')).toThrow(AppError);
    clock.at += 1_000;
    limiter.check('a');
    expect(allowed('a', 5)).toBe(1);
  });

  it('says how long to wait, and allows a request after that time', () => {
    const { clock, allowed, tryTake } = limiterWithClock({ perSecond: 0.2, burst: 1 });
    allowed('a', 1);
    clock.at += 500;
    const error = tryTake('a');
    expect(error?.code).toBe('rate_limited');
    expect(error?.info.data).toEqual({ retry_after: 5 });
    clock.at += 5_000;
    expect(tryTake('a')).toBeNull();
  });

  it('does not lengthen the wait of a client that keeps trying', () => {
    const { clock, allowed } = limiterWithClock({ perSecond: 1, burst: 1 });
    expect(allowed('a', 1_000)).toBe(1);
    clock.at += 1_000;
    expect(allowed('a', 1)).toBe(1);
  });
});
