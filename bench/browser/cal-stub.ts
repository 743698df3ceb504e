// The stub of Cal.com's frame: sends the messages of a loaded frame. The content itself is not compared.

const namespace = new URL(location.href).searchParams.get('embed') ?? '';

function send(type: string, data: Record<string, unknown>): void {
  parent.postMessage({ originator: 'CAL', type, fullType: `CAL:${namespace}:${type}`, namespace, data }, '*');
}

send('__iframeReady', {});
send('__dimensionChanged', { iframeHeight: document.body.offsetHeight, iframeWidth: 400, isFirstTime: true });
send('linkReady', {});
