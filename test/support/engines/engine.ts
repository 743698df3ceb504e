export type EngineName = 'chromium' | 'firefox' | 'webkit';

/** A place in the page: null is the page itself, else the selector of one of its iframes. */
export type Where = string | null;

/** Keys, which go to the focused element. */
export type Key = 'Escape' | 'Tab' | 'Enter';

/**
 * One page in one engine, with the features that all drivers share. Scripts are text, because each driver transfers functions
 * differently. Tests wait for a condition by polling (`until`), never for a time.
 */
export type EnginePage = {
  goto(url: string): Promise<void>;
  /** Evaluates an expression, awaits it if it is a promise, and resolves with the value as JSON. */
  evaluate<Value>(where: Where, expression: string): Promise<Value>;
  /** Clicks by mouse once the element exists and does not move. */
  click(where: Where, selector: string): Promise<void>;
  /** Types into the field by keyboard. */
  type(where: Where, selector: string, text: string): Promise<void>;
  /** Selects the entry of a list with that value. */
  choose(where: Where, selector: string, value: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Takes a screenshot of the window as PNG. */
  screenshot(): Promise<Buffer>;
  /** Console warnings and errors and uncaught errors. Empty where the engine does not report them to its driver. */
  problems(): Promise<string[]>;
  close(): Promise<void>;
};

/**
 * What the frames of another site may keep: data of their own for each site around them, as most browsers let them; or nothing, as
 * where the shopper has blocked it.
 */
export type FrameStorage = 'partitioned' | 'blocked';

/** A running browser; each page has cookies, cache and storage of its own. Third-party cookies are blocked. */
export type Engine = {
  open(): Promise<EnginePage>;
  close(): Promise<void>;
};

// Enough for a machine that runs the other tests as well.
const UNTIL_MS = 15_000;
const AGAIN_MS = 25;

type Truthy<Value> = Exclude<Value, false | 0 | '' | null | undefined>;

/** Polls until the answer is truthy and resolves with it. An exception (such as a missing frame) counts as falsy. */
export async function until<Value>(what: string, ask: () => Promise<Value>): Promise<Truthy<Value>> {
  const end = performance.now() + UNTIL_MS;
  let reason: unknown;
  while (performance.now() < end) {
    try {
      const value = await ask();
      if (value) return value as Truthy<Value>;
      reason = undefined;
    } catch (error) {
      reason = error;
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
  throw new Error(`${what}: not within ${UNTIL_MS / 1000} s`, { cause: reason });
}
