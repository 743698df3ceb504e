/** Loads a script once. With `integrity` the browser runs no other text than that one. */
export async function loadScript(src: string, integrity = ''): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error('the script did not load'));
    };
    Object.assign(script, { src, integrity });
    document.head.append(script);
  });
}
