export type EngineName = 'chromium' | 'firefox' | 'webkit';

/** Where in the page: null is the page itself, else the selector of one of its iframes. */
export type Where = string | null;

/** Keys that go to whatever has the focus. */
export type Key = 'Escape' | 'Tab' | 'Enter';

/**
 * One page in one engine: as much as all drivers can do alike. Scripts are text, because each driver carries functions in
 * a way of its own. What happens later is waited for by asking again (`until`), never by time.
 */
export type EnginePage = {
  goto(url: string): Promise<void>;
  /** The value of an expression, or of the promise that it is, as far as JSON carries it. */
  evaluate<Value>(where: Where, expression: string): Promise<Value>;
  /** By mouse, once the element is there and does not move. */
  click(where: Where, selector: string): Promise<void>;
  /** By keyboard, into the field. */
  type(where: Where, selector: string, text: string): Promise<void>;
  /** The entry of a list with that value. */
  choose(where: Where, selector: string, value: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** What the window shows, as PNG. */
  screenshot(): Promise<Buffer>;
  /** What the console said above `log`, with what nobody caught; nothing where the engine does not tell its driver. */
  problems(): Promise<string[]>;
  close(): Promise<void>;
};

/** A running browser; each page has cookies, cache and storage of its own. Third-party cookies are blocked. */
export type Engine = {
  open(): Promise<EnginePage>;
  close(): Promise<void>;
};

// Long enough for a machine that also runs the other tests.
const UNTIL_MS = 15_000;
const AGAIN_MS = 25;

type Truthy<Value> = Exclude<Value, false | 0 | '' | null | undefined>;

/** Asks until the answer is truthy, and resolves with it. What throws meanwhile (a frame that comes and goes) counts as no. */
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
