import { useSearchParams } from 'wouter';

/** Keeps whether a dialog is open in `?open=` of the address, so that links can open it. */
export function useOpenParameter(name: string): readonly [boolean, (isOpen: boolean) => void] {
  const [search, setSearch] = useSearchParams();
  const setIsOpen = (isOpen: boolean) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        if (isOpen) next.set('open', name);
        else next.delete('open');
        return next;
      },
      { replace: true },
    );
  return [search.get('open') === name, setIsOpen];
}
