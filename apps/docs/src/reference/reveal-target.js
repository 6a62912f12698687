// Opens the folded parts of a page that contain the target of its address.
function revealTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target === null) return;
  for (let part = target; part !== null; part = part.parentElement) {
    if (part instanceof HTMLDetailsElement) part.open = true;
  }
  target.scrollIntoView();
}

addEventListener('hashchange', revealTarget);
if (location.hash !== '') revealTarget();
