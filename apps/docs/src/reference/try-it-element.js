// <try-it>: sends a request with a test key to the service that the page comes from, and shows the response.
const STORED_KEY = 'docs-test-key';
const SHOWN_HEADERS = ['location', 'retry-after', 'x-request-id', 'idempotent-replayed', 'ratelimit'];

/** Reads the form: address, head and body of the request. */
function readRequest(form, { method, server, path, keyHeader, keyPrefix }) {
  const headers = new Headers();
  const query = new URLSearchParams();
  let filledPath = path;
  for (const field of form.querySelectorAll('[data-location]')) {
    const { location } = field.dataset;
    if (location === 'path')
      filledPath = filledPath.replace(`{${field.name}}`, encodeURIComponent(field.value));
    else if (field.value === '') continue;
    else if (location === 'query') query.set(field.name, field.value);
    else headers.set(field.name, field.value);
  }
  if (keyHeader !== undefined)
    headers.set(keyHeader, keyPrefix + form.elements.namedItem('key').value.trim());
  const body = form.elements.namedItem('body')?.value;
  if (body !== undefined) headers.set('content-type', 'application/json');
  // The page may be open at another name of the same host, which is the only one that its policy allows.
  const base = location.origin + new URL(server).pathname.replace(/\/$/, '');
  const search = query.size === 0 ? '' : `?${query}`;
  return new Request(base + filledPath + search, { method, headers, body });
}

/** Formats a response: status, time, the headers that matter, and the body. */
async function formatResponse(response, startedAt) {
  const text = await response.text();
  const headers = SHOWN_HEADERS.filter((name) => response.headers.has(name)).map(
    (name) => `${name}: ${response.headers.get(name)}`,
  );
  const isJson = response.headers.get('content-type')?.includes('json');
  const body = isJson ? JSON.stringify(JSON.parse(text), null, 2) : text;
  const duration = Math.round(performance.now() - startedAt);
  return [`${response.status} ${response.statusText} (${duration} ms)`, ...headers, '', body]
    .join('\n')
    .trim();
}

function readStoredKey() {
  try {
    return sessionStorage.getItem(STORED_KEY) ?? '';
  } catch {
    return '';
  }
}

function storeKey(key) {
  try {
    sessionStorage.setItem(STORED_KEY, key);
  } catch {
    // The key is typed again on the next page.
  }
}

customElements.define(
  'try-it',
  class extends HTMLElement {
    connectedCallback() {
      const form = this.querySelector('form');
      const key = form.elements.namedItem('key');
      const example = form.querySelector('select');
      if (key !== null) key.value = readStoredKey();
      key?.addEventListener('input', () => key.setCustomValidity(''));
      example?.addEventListener('change', () => {
        form.elements.namedItem('body').value = example.value;
      });
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        this.send(form);
      });
    }

    async send(form) {
      const request = JSON.parse(this.dataset.request);
      const key = form.elements.namedItem('key');
      if (key !== null && !key.value.startsWith(request.testKeyPrefix)) {
        key.setCustomValidity(
          `Use a test key, which starts with ${request.testKeyPrefix}. Live keys do not belong in web pages.`,
        );
        key.reportValidity();
        return;
      }
      if (key !== null) storeKey(key.value);
      const button = form.querySelector('button');
      const output = this.querySelector('output');
      button.disabled = true;
      output.textContent = 'Sending …';
      const startedAt = performance.now();
      try {
        output.textContent = await formatResponse(await fetch(readRequest(form, request)), startedAt);
      } catch (error) {
        output.textContent = `Request failed: ${request.method} ${request.path} (${error.message})`;
      }
      button.disabled = false;
    }
  },
);
