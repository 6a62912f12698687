import { type ReactNode, useEffect, useRef } from 'react';

/** Area that scrolls sideways; it takes keyboard focus (WCAG 2.1.1) only while its content overflows. */
export function ScrollArea({
  className,
  children,
}: {
  readonly className: string | undefined;
  readonly children: ReactNode;
}) {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      element.tabIndex = element.scrollWidth > element.clientWidth ? 0 : -1;
    });
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={area} className={className}>
      {children}
    </div>
  );
}
