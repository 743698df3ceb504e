// The script of the page with this installation's mails. New mails appear in the list; the open mail stays.

const LOOK_EVERY_MS = 2_000;

async function look(): Promise<void> {
  if (document.hidden) return;
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const list = document.getElementById('list');
  const next = fresh.getElementById('list');
  if (!list || !next || list.innerHTML === next.innerHTML) return;
  // The page shows the newest mail, so the first one needs the whole page.
  if (!document.querySelector('.mail') && fresh.querySelector('.mail')) location.reload();
  else list.replaceWith(document.adoptNode(next));
}

setInterval(look, LOOK_EVERY_MS);
