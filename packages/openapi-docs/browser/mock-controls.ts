// Buttons below a form that control the whole mock.
import type { PageMock } from './exchange.ts';

/** Adds the buttons; `getFault` returns the fault that the form shows, undefined for none. */
export function addMockControls(panes: Element, mock: PageMock, getFault: () => string | undefined): void {
  const row = document.createElement('p');
  row.className = 'send-controls';
  row.append(
    createButton('Answer all requests so', () => mock.setFault(getFault())),
    createButton('Advance states', () => mock.advance()),
    createButton('Remove resources', () => mock.reset()),
  );
  panes.prepend(row);
}

function createButton(text: string, run: () => Promise<void>): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = text;
  button.addEventListener('click', async () => {
    button.disabled = true;
    await run().finally(() => {
      button.disabled = false;
    });
  });
  return button;
}
