import { loadError } from './load-error.ts';
import { discardScript, firesEvents } from './script.ts';

/** Resolves when the script has run; rejects when it failed or took too long. Removes its timer and listeners in any case. */
export function whenRun(script: HTMLScriptElement, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('Service:Ready', onRun);
      script.removeEventListener('load', onRun);
      script.removeEventListener('error', onError);
    };
    const onRun = () => {
      end();
      resolve();
    };
    const onError = () => {
      end();
      discardScript(script);
      reject(loadError('network_error', `${script.src} did not load`));
    };
    const onTimeout = () => {
      end();
      if (!firesEvents(script)) discardScript(script);
      reject(loadError('timeout', `${script.src} took more than ${timeoutMs} ms`));
    };
    const timer = setTimeout(onTimeout, timeoutMs);
    addEventListener('Service:Ready', onRun);
    script.addEventListener('load', onRun);
    script.addEventListener('error', onError);
  });
}
