// Asks the page to open the empty checkout.

document.querySelector('button')?.addEventListener('click', () => parent.postMessage('open', '*'));

export {};
